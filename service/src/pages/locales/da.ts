import type { Catalogue } from './catalogue.ts';

export const da: Catalogue = {
  paying: {
    pay: { title: 'Betal', heading: 'Vælg, hvordan du vil betale', text: '' },
    confirming: {
      title: 'Bekræfter betalingen',
      heading: 'Næsten færdig',
      text: 'Vi bekræfter din betaling. Det tager nogle få sekunder; lad denne side være åben.',
    },
    unknown: {
      title: 'Kontrollerer betalingen',
      heading: 'Vi kontrollerer din betaling',
      text: 'Betalingsudbyderen har endnu ikke bekræftet resultatet. Vi bliver ved med at spørge; betal ikke en gang til. Hvis du lukker siden, får {merchant} alligevel besked om, hvad der skete.',
    },
    pending: {
      title: 'Betaling afventer',
      heading: 'Din betaling bliver gennemgået',
      text: 'Du godkendte betalingen, og udbyderen ser på den, hvilket kan tage lidt tid. Du behøver ikke betale igen. Du kan lukke siden; {merchant} får besked, så snart gennemgangen er færdig.',
    },
    paid: {
      title: 'Betalt',
      heading: 'Betalingen er modtaget',
      text: 'Tak. Du har betalt {amount} til {merchant}.',
    },
    completed: {
      title: 'Betalt',
      heading: 'Denne ordre er betalt',
      text: '{merchant} har modtaget {amount}. Der er ikke mere at gøre her.',
    },
    expired: {
      title: 'Udløbet',
      heading: 'Denne betalingsside er udløbet',
      text: 'Der er ikke trukket noget. Gå tilbage til {merchant} for at starte betalingen igen.',
    },
    lapsed: {
      title: 'Udløbet',
      heading: 'Denne betalingsside er udløbet',
      text: 'Du godkendte en betaling her, som {merchant} indtil nu ikke har trukket. Den kan stadig blive trukket, så spørg {merchant}, før du betaler igen.',
    },
    cannot_pay: {
      title: 'Betaling ikke mulig',
      heading: '{merchant} kan ikke modtage denne betaling lige nu',
      text: 'Der er ikke trukket noget. Kontakt {merchant}, eller prøv igen senere.',
    },
    unsupported: {
      title: 'Betaling ikke mulig',
      heading: 'Denne ordre kan ikke betales på denne side',
      text: 'Der er ikke trukket noget. Spørg {merchant} om en anden måde at betale på.',
    },
  },
  saving: {
    pay: {
      title: 'Gem en betalingsmåde',
      heading: 'Gem en betalingsmåde',
      text: '{merchant} vil gerne gemme den til senere betalinger. Der trækkes ikke noget nu.',
    },
    confirming: {
      title: 'Gemmer',
      heading: 'Næsten færdig',
      text: 'Vi gemmer din betalingsmåde. Det tager nogle få sekunder; lad denne side være åben.',
    },
    unknown: {
      title: 'Kontrollerer',
      heading: 'Vi kontrollerer, hvad der blev gemt',
      text: 'Betalingsudbyderen har endnu ikke bekræftet det. Vi bliver ved med at spørge, og der trækkes ikke noget. Hvis du lukker siden, får {merchant} alligevel besked om, hvad der skete.',
    },
    pending: {
      title: 'Gennemgås',
      heading: 'Udbyderen ser på det',
      text: 'Der trækkes ikke noget. Du kan lukke siden; {merchant} får besked, så snart gennemgangen er færdig.',
    },
    paid: {
      title: 'Gemt',
      heading: 'Din betalingsmåde er gemt',
      text: 'Tak. {merchant} kan bruge den til senere betalinger. Der er ikke trukket noget.',
    },
    completed: {
      title: 'Gemt',
      heading: 'En betalingsmåde er gemt',
      text: '{merchant} kan bruge den til senere betalinger. Der er ikke mere at gøre her.',
    },
    expired: {
      title: 'Udløbet',
      heading: 'Denne side er udløbet',
      text: 'Der er ikke gemt noget. Gå tilbage til {merchant} for at starte igen.',
    },
    cannot_pay: {
      title: 'Ikke muligt',
      heading: '{merchant} kan ikke gemme en betalingsmåde lige nu',
      text: 'Der er hverken gemt eller trukket noget. Kontakt {merchant}, eller prøv igen senere.',
    },
    unsupported: {
      title: 'Ikke muligt',
      heading: 'Der kan ikke gemmes en betalingsmåde på denne side',
      text: 'Der er hverken gemt eller trukket noget. Spørg {merchant} om en anden måde.',
    },
  },
  no_way_back: {
    paying: 'Der er ikke trukket noget. Bed {merchant} om et nyt betalingslink.',
    saving: 'Der er ikke gemt noget. Bed {merchant} om et nyt link.',
  },
  notices: {
    canceled: 'Du afbrød, før du betalte. Der er ikke trukket noget.',
    declined: 'Din betaling blev afvist, og der er ikke trukket noget. Vælg en anden måde at betale på.',
    not_completed: 'Betalingen blev ikke gennemført, og der er ikke trukket noget. Prøv igen.',
    rate_limited: 'Der kom for mange forsøg fra dit netværk. Vent et minut, og prøv så igen.',
    unreachable: 'Betalingsudbyderen kunne ikke nås. Der er ikke trukket noget. Prøv igen om lidt.',
    script_failed:
      'Betalingsudbyderens knapper kunne ikke indlæses. Årsagen kan være en indholdsblokering eller en svag forbindelse. Prøv igen, eller fortsæt på udbyderens egen side.',
    window_open:
      'Gør betalingen færdig i det vindue, der åbnede sig. Hvis du ikke ser noget vindue, så brug muligheden under knapperne.',
    expiring:
      'Denne side udløber om mindre end to minutter. Derefter kan butikken starte en ny betaling for dig.',
  },
  saving_notices: {
    canceled: 'Du afbrød, før der blev gemt noget.',
    declined: 'Udbyderen afviste denne betalingsmåde, og der er ikke gemt noget. Vælg en anden.',
    not_completed: 'Det blev ikke gennemført, og der er ikke gemt noget. Prøv igen.',
    unreachable: 'Betalingsudbyderen kunne ikke nås, og der er ikke gemt noget. Prøv igen om lidt.',
    window_open: 'Gør det færdigt i det vindue, der åbnede sig.',
    expiring: 'Denne side udløber om mindre end to minutter. Derefter kan butikken starte igen for dig.',
  },
  notice_titles: {
    canceled: 'Annulleret',
    declined: 'Afvist',
    not_completed: 'Ikke gennemført',
    window_open: 'Venter på din godkendelse',
  },
  offline: 'Du er offline. Siden fortsætter af sig selv, så snart forbindelsen er tilbage.',
  summary: {
    pay: 'Betal {merchant}',
    save: 'Gem en betalingsmåde til {merchant}',
    payment_to: 'Betaling til {merchant}',
    payment: 'Betaling',
    amount: 'Beløb',
    shipping: 'Fragt',
    free: 'Gratis',
    test: 'Testmiljø',
    test_means: 'der flyttes ingen rigtige penge',
    usable_until: 'Denne side kan bruges indtil {time}.',
    secured_by: 'Sikret af {service}',
    items: { one: '{count} vare', other: '{count} varer' },
  },
  actions: {
    check_again: 'Kontrollér igen',
    load_again: 'Indlæs knapperne igen',
    loading: 'Indlæser betalingsmåder …',
    other_ways: 'Andre måder at betale på',
    continue_to_pay: 'Fortsæt og betal {amount}',
    continue_to_provider: 'Fortsæt til udbyderen',
    pay_at_provider: 'Betal i stedet på betalingsudbyderens side',
    confirm_payment: 'Bekræft betalingen på {amount}',
    confirm_saving: 'Gem denne betalingsmåde',
    cancel: 'Annullér og gå tilbage til {merchant}',
    continue_to_shop: 'Fortsæt til {merchant}',
    return_to_shop: 'Tilbage til {merchant}',
    print: 'Udskriv kvitteringen',
  },
  hints: {
    asks_by_itself: 'Siden spørger selv igen med få sekunders mellemrum.',
    approve_payment: 'Du godkender betalingen på udbyderens egen side og kommer tilbage hertil.',
    approve_saving: 'Du godkender på udbyderens egen side og kommer tilbage hertil.',
    no_window: 'Hvis der ikke åbner et vindue, godkender du betalingen dér; du kommer tilbage hertil.',
    not_charged_yet: 'Du har godkendt betalingen. Der trækkes ikke noget, før du bekræfter den her.',
    not_saved_yet: 'Du har godkendt. Der gemmes ikke noget, før du bekræfter det her.',
    may_close: 'Du kan lukke denne side.',
    goes_on: 'Du sendes derhen om et øjeblik.',
  },
  receipt: { heading: 'Kvittering', paid_on: 'Betalt den', reference: 'Betalingsreference', order: 'Ordre' },
  email: {
    label: 'E-mail',
    what_for: '{merchant} kan kontakte dig dér om denne ordre.',
    wrong: 'Skriv hele din e-mailadresse, for eksempel name@example.com.',
  },
  problems: {
    not_found: {
      heading: 'Vi kan ikke finde denne betaling',
      text: 'Linket er måske ufuldstændigt. Åbn det igen dér, hvor du fandt det, eller bed butikken om et nyt.',
    },
    too_many: {
      heading: 'For mange forespørgsler',
      text: 'Der kom for mange fra dit netværk. Vent et minut, og genindlæs så siden.',
    },
    unavailable: { heading: 'Vi kan ikke svare lige nu', text: 'Prøv igen om et minut.' },
    failed: {
      heading: 'Noget gik galt',
      text: 'Fejlen er vores. Prøv igen; hvis den fortsætter, så oplys dette nummer til supporten: {number}',
    },
    refused: { heading: 'Det lykkedes ikke', text: 'Gå tilbage til den side, du kom fra, og prøv igen.' },
  },
};
