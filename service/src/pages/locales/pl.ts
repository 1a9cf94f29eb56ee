import type { Catalogue } from './catalogue.ts';

export const pl: Catalogue = {
  paying: {
    pay: { title: 'Płatność', heading: 'Wybierz sposób płatności', text: '' },
    confirming: {
      title: 'Potwierdzanie płatności',
      heading: 'Prawie gotowe',
      text: 'Potwierdzamy Twoją płatność. Potrwa to kilka sekund; nie zamykaj tej strony.',
    },
    unknown: {
      title: 'Sprawdzanie płatności',
      heading: 'Sprawdzamy Twoją płatność',
      text: 'Operator płatności nie potwierdził jeszcze wyniku. Nadal o niego pytamy; nie płać po raz drugi. Jeśli zamkniesz tę stronę, sklep {merchant} i tak dowie się, co się stało.',
    },
    pending: {
      title: 'Płatność w toku',
      heading: 'Twoja płatność jest weryfikowana',
      text: 'Płatność została przez Ciebie zatwierdzona, a operator ją sprawdza, co może chwilę potrwać. Nie musisz płacić ponownie. Możesz zamknąć tę stronę; sklep {merchant} dowie się o tym, gdy tylko weryfikacja się zakończy.',
    },
    paid: {
      title: 'Zapłacono',
      heading: 'Płatność przyjęta',
      text: 'Dziękujemy. Zapłacono {amount} sklepowi {merchant}.',
    },
    completed: {
      title: 'Zapłacono',
      heading: 'To zamówienie jest opłacone',
      text: 'Sklep {merchant} otrzymał {amount}. Nie trzeba tu robić nic więcej.',
    },
    expired: {
      title: 'Strona wygasła',
      heading: 'Ta strona płatności wygasła',
      text: 'Nie pobrano od Ciebie żadnej kwoty. Wróć do sklepu {merchant}, aby rozpocząć płatność od nowa.',
    },
    lapsed: {
      title: 'Strona wygasła',
      heading: 'Ta strona płatności wygasła',
      text: 'Zatwierdzono tu płatność, której sklep {merchant} dotąd nie pobrał. Może ona jeszcze zostać pobrana, więc zapytaj w sklepie {merchant}, zanim zapłacisz ponownie.',
    },
    cannot_pay: {
      title: 'Płatność niemożliwa',
      heading: 'Sklep {merchant} nie może teraz przyjąć tej płatności',
      text: 'Nie pobrano od Ciebie żadnej kwoty. Skontaktuj się ze sklepem {merchant} lub spróbuj później.',
    },
    unsupported: {
      title: 'Płatność niemożliwa',
      heading: 'Tego zamówienia nie można opłacić na tej stronie',
      text: 'Nie pobrano od Ciebie żadnej kwoty. Poproś sklep {merchant} o inny sposób płatności.',
    },
  },
  saving: {
    pay: {
      title: 'Zapisz sposób płatności',
      heading: 'Zapisz sposób płatności',
      text: 'Sklep {merchant} prosi o zapisanie go na przyszłe płatności. Teraz nic nie zostanie pobrane.',
    },
    confirming: {
      title: 'Zapisywanie',
      heading: 'Prawie gotowe',
      text: 'Zapisujemy Twój sposób płatności. Potrwa to kilka sekund; nie zamykaj tej strony.',
    },
    unknown: {
      title: 'Sprawdzanie',
      heading: 'Sprawdzamy, co zostało zapisane',
      text: 'Operator płatności jeszcze tego nie potwierdził. Nadal pytamy i nic nie jest pobierane. Jeśli zamkniesz tę stronę, sklep {merchant} i tak dowie się, co się stało.',
    },
    pending: {
      title: 'Weryfikacja',
      heading: 'Operator to sprawdza',
      text: 'Nic nie jest pobierane. Możesz zamknąć tę stronę; sklep {merchant} dowie się o tym, gdy tylko weryfikacja się zakończy.',
    },
    paid: {
      title: 'Zapisano',
      heading: 'Twój sposób płatności jest zapisany',
      text: 'Dziękujemy. Sklep {merchant} może go używać do przyszłych płatności. Nie pobrano od Ciebie żadnej kwoty.',
    },
    completed: {
      title: 'Zapisano',
      heading: 'Sposób płatności jest zapisany',
      text: 'Sklep {merchant} może go używać do przyszłych płatności. Nie trzeba tu robić nic więcej.',
    },
    expired: {
      title: 'Strona wygasła',
      heading: 'Ta strona wygasła',
      text: 'Nic nie zostało zapisane. Wróć do sklepu {merchant}, aby zacząć od nowa.',
    },
    cannot_pay: {
      title: 'Niemożliwe',
      heading: 'Sklep {merchant} nie może teraz zapisać sposobu płatności',
      text: 'Nic nie zostało zapisane ani pobrane. Skontaktuj się ze sklepem {merchant} lub spróbuj później.',
    },
    unsupported: {
      title: 'Niemożliwe',
      heading: 'Na tej stronie nie można zapisać sposobu płatności',
      text: 'Nic nie zostało zapisane ani pobrane. Poproś sklep {merchant} o inne rozwiązanie.',
    },
  },
  no_way_back: {
    paying: 'Nie pobrano od Ciebie żadnej kwoty. Poproś sklep {merchant} o nowy link do płatności.',
    saving: 'Nic nie zostało zapisane. Poproś sklep {merchant} o nowy link.',
  },
  notices: {
    canceled: 'Płatność została przerwana. Nie pobrano od Ciebie żadnej kwoty.',
    declined:
      'Twoja płatność została odrzucona i nie pobrano od Ciebie żadnej kwoty. Wybierz inny sposób płatności.',
    not_completed:
      'Ta płatność nie została ukończona i nie pobrano od Ciebie żadnej kwoty. Spróbuj ponownie.',
    rate_limited: 'Z Twojej sieci było zbyt wiele prób. Odczekaj minutę i spróbuj ponownie.',
    unreachable:
      'Nie udało się połączyć z operatorem płatności. Nie pobrano od Ciebie żadnej kwoty. Spróbuj ponownie za chwilę.',
    no_connection:
      'Brak połączenia z internetem. Nie pobrano od Ciebie żadnej kwoty. Spróbuj ponownie, gdy tylko połączenie wróci.',
    script_failed:
      'Nie udało się wczytać przycisków operatora płatności. Przyczyną może być blokowanie treści lub słabe połączenie. Spróbuj ponownie albo przejdź na stronę operatora.',
    window_open:
      'Dokończ płatność w oknie, które się otworzyło. Jeśli go nie widzisz, użyj opcji pod przyciskami.',
    expiring:
      'Ta strona wygaśnie za mniej niż dwie minuty. Potem sklep może rozpocząć dla Ciebie nową płatność.',
  },
  saving_notices: {
    canceled: 'Przerwano, zanim cokolwiek zostało zapisane.',
    declined: 'Operator odrzucił ten sposób płatności i nic nie zostało zapisane. Wybierz inny.',
    not_completed: 'Nie udało się tego ukończyć i nic nie zostało zapisane. Spróbuj ponownie.',
    unreachable:
      'Nie udało się połączyć z operatorem płatności i nic nie zostało zapisane. Spróbuj ponownie za chwilę.',
    no_connection:
      'Brak połączenia z internetem i nic nie zostało zapisane. Spróbuj ponownie, gdy tylko połączenie wróci.',
    window_open: 'Dokończ w oknie, które się otworzyło.',
    expiring: 'Ta strona wygaśnie za mniej niż dwie minuty. Potem sklep może zacząć dla Ciebie od nowa.',
  },
  notice_titles: {
    canceled: 'Anulowano',
    declined: 'Odrzucono',
    not_completed: 'Nie ukończono',
    window_open: 'Czeka na Twoje zatwierdzenie',
  },
  offline: 'Brak połączenia z internetem. Strona wznowi pracę sama, gdy tylko połączenie wróci.',
  summary: {
    pay: 'Płatność na rzecz {merchant}',
    save: 'Zapisanie sposobu płatności dla {merchant}',
    payment_to: 'Płatność na rzecz {merchant}',
    payment: 'Płatność',
    amount: 'Kwota',
    shipping: 'Dostawa',
    free: 'Bezpłatna',
    test: 'Środowisko testowe',
    test_means: 'nie są przekazywane prawdziwe pieniądze',
    usable_until: 'Strona jest dostępna do {time}.',
    secured_by: 'Zabezpiecza {service}',
    items: {
      one: '{count} pozycja',
      few: '{count} pozycje',
      many: '{count} pozycji',
      other: '{count} pozycji',
    },
  },
  actions: {
    check_again: 'Sprawdź ponownie',
    load_again: 'Wczytaj przyciski ponownie',
    loading: 'Wczytywanie sposobów płatności…',
    other_ways: 'Inne sposoby płatności',
    continue_to_pay: 'Dalej – zapłać {amount}',
    continue_to_provider: 'Przejdź do operatora',
    pay_at_provider: 'Zapłać na stronie operatora płatności',
    confirm_payment: 'Potwierdź płatność {amount}',
    confirm_saving: 'Zapisz ten sposób płatności',
    cancel: 'Anuluj i wróć do sklepu {merchant}',
    continue_to_shop: 'Przejdź do sklepu {merchant}',
    return_to_shop: 'Wróć do sklepu {merchant}',
    print: 'Wydrukuj potwierdzenie',
  },
  hints: {
    asks_by_itself: 'Ta strona co kilka sekund sama sprawdza wynik.',
    approve_payment: 'Zatwierdzisz płatność na stronie operatora i wrócisz tutaj.',
    approve_saving: 'Zatwierdzisz to na stronie operatora i wrócisz tutaj.',
    no_window: 'Jeśli nie otworzy się żadne okno, zatwierdź płatność tam; potem wrócisz tutaj.',
    not_charged_yet:
      'Płatność została przez Ciebie zatwierdzona. Nic nie zostanie pobrane, dopóki nie potwierdzisz jej tutaj.',
    not_saved_yet: 'Zgoda została udzielona. Nic nie zostanie zapisane, dopóki nie potwierdzisz tego tutaj.',
    may_close: 'Możesz zamknąć tę stronę.',
    goes_on: 'Za chwilę nastąpi przekierowanie.',
  },
  receipt: {
    heading: 'Potwierdzenie płatności',
    paid_on: 'Data płatności',
    reference: 'Numer płatności',
    order: 'Zamówienie',
  },
  email: {
    label: 'E-mail',
    what_for: 'Sklep {merchant} może się tam z Tobą kontaktować w sprawie tego zamówienia.',
    wrong: 'Podaj pełny adres e-mail, na przykład name@example.com.',
  },
  card: {
    form: 'Zapłać kartą',
    number: 'Numer karty',
    expiry: 'Ważna do (MM/RR)',
    code: 'Kod zabezpieczający',
    pay: 'Zapłać {amount}',
    checkNumber: 'Sprawdź numer karty.',
    checkExpiry: 'Sprawdź datę ważności.',
    checkCode: 'Sprawdź kod zabezpieczający.',
    checkName: 'Sprawdź imię i nazwisko na karcie.',
    notAccepted: 'Ten rodzaj karty nie jest tu akceptowany.',
    enterAgain: 'Odśwież stronę i wpisz dane karty jeszcze raz.',
    declined: 'Twoja karta została odrzucona i nie pobrano od Ciebie żadnej kwoty. Spróbuj użyć innej karty.',
    not_saved: 'Twoja karta została odrzucona i nic nie zostało zapisane. Spróbuj użyć innej karty.',
    failed: 'Pola karty nie zostały wczytane. Spróbuj ponownie.',
    load_again: 'Wczytaj pola karty ponownie',
    needs_script: 'Pola karty wymagają JavaScriptu, który jest wyłączony w tej przeglądarce.',
  },
  problems: {
    not_found: {
      heading: 'Nie możemy znaleźć tej płatności',
      text: 'Link może być niepełny. Otwórz go ponownie tam, gdzie był podany, albo poproś sklep o nowy.',
    },
    too_many: {
      heading: 'Zbyt wiele zapytań',
      text: 'Z Twojej sieci przyszło ich zbyt wiele. Odczekaj minutę i wczytaj stronę ponownie.',
    },
    unavailable: { heading: 'Nie możemy teraz odpowiedzieć', text: 'Spróbuj ponownie za minutę.' },
    failed: {
      heading: 'Coś poszło nie tak',
      text: 'Błąd jest po naszej stronie. Spróbuj ponownie; jeśli się powtórzy, podaj ten numer działowi pomocy: {number}',
    },
    refused: { heading: 'Nie udało się', text: 'Wróć na poprzednią stronę i spróbuj ponownie.' },
  },
};
