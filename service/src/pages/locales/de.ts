import type { Catalogue } from './catalogue.ts';

export const de: Catalogue = {
  paying: {
    pay: { title: 'Bezahlen', heading: 'Wie möchten Sie bezahlen?', text: '' },
    confirming: {
      title: 'Zahlung wird bestätigt',
      heading: 'Fast geschafft',
      text: 'Wir bestätigen Ihre Zahlung. Das dauert einige Sekunden; bitte lassen Sie diese Seite geöffnet.',
    },
    unknown: {
      title: 'Zahlung wird geprüft',
      heading: 'Wir prüfen Ihre Zahlung',
      text: 'Der Zahlungsanbieter hat das Ergebnis noch nicht bestätigt. Wir fragen weiter nach; bitte zahlen Sie nicht ein zweites Mal. Wenn Sie diese Seite schließen, erfährt {merchant} trotzdem, was geschehen ist.',
    },
    pending: {
      title: 'Zahlung in Prüfung',
      heading: 'Ihre Zahlung wird noch geprüft',
      text: 'Sie haben der Zahlung zugestimmt, und der Zahlungsanbieter prüft sie; das kann eine Weile dauern. Sie müssen nicht noch einmal zahlen. Sie können diese Seite schließen; {merchant} erfährt es, sobald die Prüfung abgeschlossen ist.',
    },
    paid: {
      title: 'Bezahlt',
      heading: 'Zahlung eingegangen',
      text: 'Vielen Dank. Sie haben {amount} an {merchant} gezahlt.',
    },
    completed: {
      title: 'Bezahlt',
      heading: 'Diese Bestellung ist bezahlt',
      text: '{merchant} hat {amount} erhalten. Hier ist nichts mehr zu tun.',
    },
    expired: {
      title: 'Abgelaufen',
      heading: 'Diese Zahlungsseite ist abgelaufen',
      text: 'Ihnen wurde nichts berechnet. Gehen Sie zurück zu {merchant}, um die Zahlung neu zu beginnen.',
    },
    lapsed: {
      title: 'Abgelaufen',
      heading: 'Diese Zahlungsseite ist abgelaufen',
      text: 'Sie haben hier einer Zahlung zugestimmt, die {merchant} bisher nicht eingezogen hat. Sie kann noch eingezogen werden; bitte fragen Sie {merchant}, bevor Sie noch einmal zahlen.',
    },
    cannot_pay: {
      title: 'Zahlung nicht möglich',
      heading: '{merchant} kann diese Zahlung derzeit nicht annehmen',
      text: 'Ihnen wurde nichts berechnet. Bitte wenden Sie sich an {merchant}, oder versuchen Sie es später noch einmal.',
    },
    unsupported: {
      title: 'Zahlung nicht möglich',
      heading: 'Diese Bestellung kann auf dieser Seite nicht bezahlt werden',
      text: 'Ihnen wurde nichts berechnet. Bitte fragen Sie {merchant} nach einer anderen Zahlungsart.',
    },
  },
  saving: {
    pay: {
      title: 'Zahlungsart speichern',
      heading: 'Eine Zahlungsart speichern',
      text: '{merchant} möchte sie für spätere Zahlungen speichern. Jetzt wird nichts berechnet.',
    },
    confirming: {
      title: 'Wird gespeichert',
      heading: 'Fast geschafft',
      text: 'Wir speichern Ihre Zahlungsart. Das dauert einige Sekunden; bitte lassen Sie diese Seite geöffnet.',
    },
    unknown: {
      title: 'Wird geprüft',
      heading: 'Wir prüfen, was gespeichert wurde',
      text: 'Der Zahlungsanbieter hat es noch nicht bestätigt. Wir fragen weiter nach, und es wird nichts berechnet. Wenn Sie diese Seite schließen, erfährt {merchant} trotzdem, was geschehen ist.',
    },
    pending: {
      title: 'In Prüfung',
      heading: 'Der Zahlungsanbieter prüft es noch',
      text: 'Es wird nichts berechnet. Sie können diese Seite schließen; {merchant} erfährt es, sobald die Prüfung abgeschlossen ist.',
    },
    paid: {
      title: 'Gespeichert',
      heading: 'Ihre Zahlungsart ist gespeichert',
      text: 'Vielen Dank. {merchant} kann sie für spätere Zahlungen verwenden. Ihnen wurde nichts berechnet.',
    },
    completed: {
      title: 'Gespeichert',
      heading: 'Eine Zahlungsart ist gespeichert',
      text: '{merchant} kann sie für spätere Zahlungen verwenden. Hier ist nichts mehr zu tun.',
    },
    expired: {
      title: 'Abgelaufen',
      heading: 'Diese Seite ist abgelaufen',
      text: 'Es wurde nichts gespeichert. Gehen Sie zurück zu {merchant}, um neu zu beginnen.',
    },
    cannot_pay: {
      title: 'Nicht möglich',
      heading: '{merchant} kann derzeit keine Zahlungsart speichern',
      text: 'Es wurde nichts gespeichert und nichts berechnet. Bitte wenden Sie sich an {merchant}, oder versuchen Sie es später noch einmal.',
    },
    unsupported: {
      title: 'Nicht möglich',
      heading: 'Auf dieser Seite kann keine Zahlungsart gespeichert werden',
      text: 'Es wurde nichts gespeichert und nichts berechnet. Bitte fragen Sie {merchant} nach einem anderen Weg.',
    },
  },
  no_way_back: {
    paying: 'Ihnen wurde nichts berechnet. Bitten Sie {merchant} um einen neuen Link zum Bezahlen.',
    saving: 'Es wurde nichts gespeichert. Bitten Sie {merchant} um einen neuen Link.',
  },
  notices: {
    canceled: 'Sie haben die Zahlung abgebrochen. Ihnen wurde nichts berechnet.',
    declined:
      'Ihre Zahlung wurde abgelehnt, und Ihnen wurde nichts berechnet. Bitte wählen Sie eine andere Zahlungsart.',
    not_completed:
      'Diese Zahlung wurde nicht abgeschlossen, und Ihnen wurde nichts berechnet. Bitte versuchen Sie es noch einmal.',
    rate_limited:
      'Aus Ihrem Netz kamen zu viele Versuche. Bitte warten Sie eine Minute, und versuchen Sie es dann noch einmal.',
    unreachable:
      'Der Zahlungsanbieter war nicht erreichbar. Ihnen wurde nichts berechnet. Bitte versuchen Sie es gleich noch einmal.',
    no_connection:
      'Sie sind offline. Ihnen wurde nichts berechnet. Bitte versuchen Sie es noch einmal, sobald die Verbindung wieder da ist.',
    script_failed:
      'Die Schaltflächen des Zahlungsanbieters konnten nicht geladen werden. Ein Inhaltsblocker oder eine schwache Verbindung kann die Ursache sein. Versuchen Sie es noch einmal, oder bezahlen Sie auf der Seite des Anbieters.',
    window_open:
      'Schließen Sie die Zahlung in dem Fenster ab, das sich geöffnet hat. Wenn Sie keines sehen, nutzen Sie den Weg unter den Schaltflächen.',
    expiring:
      'Diese Seite läuft in weniger als zwei Minuten ab. Danach kann der Shop eine neue Zahlung für Sie beginnen.',
  },
  saving_notices: {
    canceled: 'Sie haben abgebrochen, bevor etwas gespeichert wurde.',
    declined:
      'Der Zahlungsanbieter hat diese Zahlungsart abgelehnt, und es wurde nichts gespeichert. Bitte wählen Sie eine andere.',
    not_completed:
      'Das wurde nicht abgeschlossen, und es wurde nichts gespeichert. Bitte versuchen Sie es noch einmal.',
    unreachable:
      'Der Zahlungsanbieter war nicht erreichbar, und es wurde nichts gespeichert. Bitte versuchen Sie es gleich noch einmal.',
    no_connection:
      'Sie sind offline, und es wurde nichts gespeichert. Bitte versuchen Sie es noch einmal, sobald die Verbindung wieder da ist.',
    window_open: 'Machen Sie in dem Fenster weiter, das sich geöffnet hat.',
    expiring: 'Diese Seite läuft in weniger als zwei Minuten ab. Danach kann der Shop für Sie neu beginnen.',
  },
  notice_titles: {
    canceled: 'Abgebrochen',
    declined: 'Abgelehnt',
    not_completed: 'Nicht abgeschlossen',
    window_open: 'Wartet auf Ihre Zustimmung',
  },
  offline: 'Sie sind offline. Diese Seite macht von selbst weiter, sobald die Verbindung wieder da ist.',
  summary: {
    pay: '{merchant} bezahlen',
    save: 'Eine Zahlungsart für {merchant} speichern',
    payment_to: 'Zahlung an {merchant}',
    payment: 'Zahlung',
    amount: 'Betrag',
    shipping: 'Versand',
    free: 'Kostenlos',
    test: 'Testumgebung',
    test_means: 'es fließt kein echtes Geld',
    usable_until: 'Diese Seite ist bis {time} gültig.',
    secured_by: 'Gesichert durch {service}',
    items: { one: '{count} Artikel', other: '{count} Artikel' },
  },
  actions: {
    check_again: 'Noch einmal prüfen',
    load_again: 'Schaltflächen neu laden',
    loading: 'Zahlungsarten werden geladen …',
    other_ways: 'Weitere Zahlungsarten',
    continue_to_pay: 'Weiter zur Zahlung von {amount}',
    continue_to_provider: 'Weiter zum Zahlungsanbieter',
    pay_at_provider: 'Stattdessen auf der Seite des Zahlungsanbieters bezahlen',
    confirm_payment: 'Zahlung von {amount} bestätigen',
    confirm_saving: 'Diese Zahlungsart speichern',
    cancel: 'Abbrechen und zurück zu {merchant}',
    continue_to_shop: 'Weiter zu {merchant}',
    return_to_shop: 'Zurück zu {merchant}',
    print: 'Beleg drucken',
  },
  hints: {
    asks_by_itself: 'Diese Seite fragt alle paar Sekunden von selbst nach.',
    approve_payment:
      'Sie stimmen der Zahlung auf der Seite des Zahlungsanbieters zu und kommen hierher zurück.',
    approve_saving: 'Sie stimmen auf der Seite des Zahlungsanbieters zu und kommen hierher zurück.',
    no_window: 'Wenn sich kein Fenster öffnet, stimmen Sie der Zahlung dort zu; Sie kommen hierher zurück.',
    not_charged_yet:
      'Sie haben der Zahlung zugestimmt. Berechnet wird erst etwas, wenn Sie sie hier bestätigen.',
    not_saved_yet: 'Sie haben zugestimmt. Gespeichert wird erst etwas, wenn Sie es hier bestätigen.',
    may_close: 'Sie können diese Seite schließen.',
    goes_on: 'Sie werden gleich dorthin weitergeleitet.',
  },
  receipt: {
    heading: 'Zahlungsbeleg',
    paid_on: 'Bezahlt am',
    reference: 'Zahlungsreferenz',
    order: 'Bestellung',
  },
  email: {
    label: 'E-Mail',
    what_for: '{merchant} kann Sie dort zu dieser Bestellung erreichen.',
    wrong: 'Bitte geben Sie Ihre vollständige E-Mail-Adresse ein, zum Beispiel name@example.com.',
  },
  card: {
    form: 'Mit Karte zahlen',
    number: 'Kartennummer',
    expiry: 'Gültig bis (MM/JJ)',
    code: 'Sicherheitscode',
    pay: '{amount} zahlen',
    checkNumber: 'Bitte prüfen Sie die Kartennummer.',
    checkExpiry: 'Bitte prüfen Sie das Ablaufdatum.',
    checkCode: 'Bitte prüfen Sie den Sicherheitscode.',
    checkName: 'Bitte prüfen Sie den Namen auf der Karte.',
    notAccepted: 'Diese Kartenart wird hier nicht angenommen.',
    enterAgain: 'Bitte laden Sie die Seite neu und geben Sie die Kartendaten noch einmal ein.',
    declined:
      'Ihre Karte wurde abgelehnt, und Ihnen wurde nichts berechnet. Bitte versuchen Sie es mit einer anderen Karte.',
    not_saved:
      'Ihre Karte wurde abgelehnt, und es wurde nichts gespeichert. Bitte versuchen Sie es mit einer anderen Karte.',
    failed: 'Die Kartenfelder wurden nicht geladen. Bitte versuchen Sie es noch einmal.',
    load_again: 'Kartenfelder neu laden',
    needs_script: 'Die Kartenfelder brauchen JavaScript, das in diesem Browser abgeschaltet ist.',
  },
  problems: {
    not_found: {
      heading: 'Wir können diese Zahlung nicht finden',
      text: 'Der Link ist vielleicht unvollständig. Bitte öffnen Sie ihn noch einmal dort, wo Sie ihn gefunden haben, oder bitten Sie den Shop um einen neuen.',
    },
    too_many: {
      heading: 'Zu viele Anfragen',
      text: 'Aus Ihrem Netz kamen zu viele. Bitte warten Sie eine Minute, und laden Sie diese Seite dann neu.',
    },
    unavailable: {
      heading: 'Wir können im Moment nicht antworten',
      text: 'Bitte versuchen Sie es in einer Minute noch einmal.',
    },
    failed: {
      heading: 'Etwas ist schiefgegangen',
      text: 'Der Fehler liegt bei uns. Bitte versuchen Sie es noch einmal; wenn er bestehen bleibt, nennen Sie dem Support diese Nummer: {number}',
    },
    refused: {
      heading: 'Das hat nicht geklappt',
      text: 'Bitte gehen Sie zu der Seite zurück, von der Sie kamen, und versuchen Sie es noch einmal.',
    },
  },
};
