import type { Catalogue } from './catalogue.ts';

export const nb: Catalogue = {
  paying: {
    pay: { title: 'Betal', heading: 'Velg hvordan du vil betale', text: '' },
    confirming: {
      title: 'Bekrefter betalingen',
      heading: 'Nesten ferdig',
      text: 'Vi bekrefter betalingen din. Det tar noen sekunder; la denne siden stå åpen.',
    },
    unknown: {
      title: 'Kontrollerer betalingen',
      heading: 'Vi kontrollerer betalingen din',
      text: 'Betalingstjenesten har ikke bekreftet resultatet ennå. Vi fortsetter å spørre; ikke betal en gang til. Hvis du lukker siden, får {merchant} likevel vite hva som skjedde.',
    },
    pending: {
      title: 'Betaling til vurdering',
      heading: 'Betalingen din blir vurdert',
      text: 'Du godkjente betalingen, og betalingstjenesten ser på den, noe som kan ta litt tid. Du trenger ikke å betale igjen. Du kan lukke siden; {merchant} får beskjed så snart vurderingen er ferdig.',
    },
    paid: {
      title: 'Betalt',
      heading: 'Betalingen er mottatt',
      text: 'Takk. Du har betalt {amount} til {merchant}.',
    },
    completed: {
      title: 'Betalt',
      heading: 'Denne bestillingen er betalt',
      text: '{merchant} har mottatt {amount}. Det er ikke mer å gjøre her.',
    },
    expired: {
      title: 'Utløpt',
      heading: 'Denne betalingssiden er utløpt',
      text: 'Du er ikke blitt belastet. Gå tilbake til {merchant} for å starte betalingen på nytt.',
    },
    lapsed: {
      title: 'Utløpt',
      heading: 'Denne betalingssiden er utløpt',
      text: 'Du godkjente en betaling her som {merchant} hittil ikke har trukket. Den kan fortsatt bli trukket, så spør {merchant} før du betaler igjen.',
    },
    cannot_pay: {
      title: 'Betaling ikke mulig',
      heading: '{merchant} kan ikke ta imot denne betalingen akkurat nå',
      text: 'Du er ikke blitt belastet. Kontakt {merchant}, eller prøv igjen senere.',
    },
    unsupported: {
      title: 'Betaling ikke mulig',
      heading: 'Denne bestillingen kan ikke betales på denne siden',
      text: 'Du er ikke blitt belastet. Spør {merchant} om en annen måte å betale på.',
    },
  },
  saving: {
    pay: {
      title: 'Lagre en betalingsmåte',
      heading: 'Lagre en betalingsmåte',
      text: '{merchant} ønsker å lagre den for senere betalinger. Ingenting trekkes nå.',
    },
    confirming: {
      title: 'Lagrer',
      heading: 'Nesten ferdig',
      text: 'Vi lagrer betalingsmåten din. Det tar noen sekunder; la denne siden stå åpen.',
    },
    unknown: {
      title: 'Kontrollerer',
      heading: 'Vi kontrollerer hva som ble lagret',
      text: 'Betalingstjenesten har ikke bekreftet det ennå. Vi fortsetter å spørre, og ingenting trekkes. Hvis du lukker siden, får {merchant} likevel vite hva som skjedde.',
    },
    pending: {
      title: 'Til vurdering',
      heading: 'Betalingstjenesten ser på det',
      text: 'Ingenting trekkes. Du kan lukke siden; {merchant} får beskjed så snart vurderingen er ferdig.',
    },
    paid: {
      title: 'Lagret',
      heading: 'Betalingsmåten din er lagret',
      text: 'Takk. {merchant} kan bruke den til senere betalinger. Du er ikke blitt belastet.',
    },
    completed: {
      title: 'Lagret',
      heading: 'En betalingsmåte er lagret',
      text: '{merchant} kan bruke den til senere betalinger. Det er ikke mer å gjøre her.',
    },
    expired: {
      title: 'Utløpt',
      heading: 'Denne siden er utløpt',
      text: 'Ingenting er lagret. Gå tilbake til {merchant} for å starte på nytt.',
    },
    cannot_pay: {
      title: 'Ikke mulig',
      heading: '{merchant} kan ikke lagre en betalingsmåte akkurat nå',
      text: 'Ingenting er lagret eller trukket. Kontakt {merchant}, eller prøv igjen senere.',
    },
    unsupported: {
      title: 'Ikke mulig',
      heading: 'Ingen betalingsmåte kan lagres på denne siden',
      text: 'Ingenting er lagret eller trukket. Spør {merchant} om en annen måte.',
    },
  },
  no_way_back: {
    paying: 'Du er ikke blitt belastet. Be {merchant} om en ny betalingslenke.',
    saving: 'Ingenting er lagret. Be {merchant} om en ny lenke.',
  },
  notices: {
    canceled: 'Du avbrøt før du betalte. Du er ikke blitt belastet.',
    declined: 'Betalingen din ble avvist, og du er ikke blitt belastet. Velg en annen måte å betale på.',
    not_completed: 'Betalingen ble ikke fullført, og du er ikke blitt belastet. Prøv igjen.',
    rate_limited: 'Det kom for mange forsøk fra nettverket ditt. Vent et minutt, og prøv så igjen.',
    unreachable: 'Betalingstjenesten kunne ikke nås. Du er ikke blitt belastet. Prøv igjen om litt.',
    script_failed:
      'Knappene fra betalingstjenesten kunne ikke lastes inn. Årsaken kan være en innholdsblokkering eller en svak forbindelse. Prøv igjen, eller fortsett på betalingstjenestens egen side.',
    window_open:
      'Fullfør betalingen i vinduet som åpnet seg. Hvis du ikke ser noe vindu, bruk muligheten under knappene.',
    expiring:
      'Denne siden utløper om mindre enn to minutter. Deretter kan butikken starte en ny betaling for deg.',
  },
  saving_notices: {
    canceled: 'Du avbrøt før noe ble lagret.',
    declined: 'Betalingstjenesten avviste denne betalingsmåten, og ingenting er lagret. Velg en annen.',
    not_completed: 'Det ble ikke fullført, og ingenting er lagret. Prøv igjen.',
    unreachable: 'Betalingstjenesten kunne ikke nås, og ingenting er lagret. Prøv igjen om litt.',
    window_open: 'Fullfør i vinduet som åpnet seg.',
    expiring: 'Denne siden utløper om mindre enn to minutter. Deretter kan butikken starte på nytt for deg.',
  },
  notice_titles: {
    canceled: 'Avbrutt',
    declined: 'Avvist',
    not_completed: 'Ikke fullført',
    window_open: 'Venter på godkjenningen din',
  },
  offline: 'Du er frakoblet. Siden fortsetter av seg selv så snart forbindelsen er tilbake.',
  summary: {
    pay: 'Betal {merchant}',
    save: 'Lagre en betalingsmåte for {merchant}',
    payment_to: 'Betaling til {merchant}',
    payment: 'Betaling',
    amount: 'Beløp',
    shipping: 'Frakt',
    free: 'Gratis',
    test: 'Testmiljø',
    test_means: 'ingen ekte penger flyttes',
    usable_until: 'Denne siden kan brukes frem til {time}.',
    secured_by: 'Sikret av {service}',
    items: { one: '{count} vare', other: '{count} varer' },
  },
  actions: {
    check_again: 'Kontroller igjen',
    load_again: 'Last inn knappene igjen',
    loading: 'Laster inn betalingsmåter …',
    other_ways: 'Andre måter å betale på',
    continue_to_pay: 'Fortsett og betal {amount}',
    continue_to_provider: 'Fortsett til betalingstjenesten',
    pay_at_provider: 'Betal på betalingstjenestens side i stedet',
    confirm_payment: 'Bekreft betalingen på {amount}',
    confirm_saving: 'Lagre denne betalingsmåten',
    cancel: 'Avbryt og gå tilbake til {merchant}',
    continue_to_shop: 'Fortsett til {merchant}',
    return_to_shop: 'Tilbake til {merchant}',
    print: 'Skriv ut kvitteringen',
  },
  hints: {
    asks_by_itself: 'Siden spør på nytt av seg selv med noen sekunders mellomrom.',
    approve_payment: 'Du godkjenner betalingen på betalingstjenestens egen side og kommer tilbake hit.',
    approve_saving: 'Du godkjenner på betalingstjenestens egen side og kommer tilbake hit.',
    no_window: 'Hvis det ikke åpner seg noe vindu, godkjenner du betalingen der; du kommer tilbake hit.',
    not_charged_yet: 'Du har godkjent betalingen. Ingenting trekkes før du bekrefter den her.',
    not_saved_yet: 'Du har godkjent. Ingenting lagres før du bekrefter det her.',
    may_close: 'Du kan lukke denne siden.',
    goes_on: 'Du sendes dit om et øyeblikk.',
  },
  receipt: { heading: 'Kvittering', paid_on: 'Betalt', reference: 'Betalingsreferanse', order: 'Bestilling' },
  email: {
    label: 'E-post',
    what_for: '{merchant} kan nå deg der om denne bestillingen.',
    wrong: 'Skriv hele e-postadressen din, for eksempel name@example.com.',
  },
  problems: {
    not_found: {
      heading: 'Vi finner ikke denne betalingen',
      text: 'Lenken kan være ufullstendig. Åpne den igjen der du fant den, eller be butikken om en ny.',
    },
    too_many: {
      heading: 'For mange forespørsler',
      text: 'Det kom for mange fra nettverket ditt. Vent et minutt, og last så inn siden på nytt.',
    },
    unavailable: { heading: 'Vi kan ikke svare akkurat nå', text: 'Prøv igjen om et minutt.' },
    failed: {
      heading: 'Noe gikk galt',
      text: 'Feilen er vår. Prøv igjen; hvis den vedvarer, oppgi dette nummeret til kundestøtten: {number}',
    },
    refused: { heading: 'Det gikk ikke', text: 'Gå tilbake til siden du kom fra, og prøv igjen.' },
  },
};
