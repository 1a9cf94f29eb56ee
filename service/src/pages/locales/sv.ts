import type { Catalogue } from './catalogue.ts';

export const sv: Catalogue = {
  paying: {
    pay: { title: 'Betala', heading: 'Välj hur du vill betala', text: '' },
    confirming: {
      title: 'Bekräftar betalningen',
      heading: 'Nästan klart',
      text: 'Vi bekräftar din betalning. Det tar några sekunder; håll den här sidan öppen.',
    },
    unknown: {
      title: 'Kontrollerar betalningen',
      heading: 'Vi kontrollerar din betalning',
      text: 'Betaltjänsten har inte bekräftat utfallet än. Vi fortsätter att fråga; betala inte en gång till. Om du stänger sidan får {merchant} ändå veta vad som hände.',
    },
    pending: {
      title: 'Betalning under granskning',
      heading: 'Din betalning granskas',
      text: 'Du godkände betalningen och betaltjänsten granskar den, vilket kan ta en stund. Du behöver inte betala igen. Du kan stänga sidan; {merchant} får veta så snart granskningen är klar.',
    },
    paid: {
      title: 'Betalt',
      heading: 'Betalningen är mottagen',
      text: 'Tack. Du har betalat {amount} till {merchant}.',
    },
    completed: {
      title: 'Betalt',
      heading: 'Den här beställningen är betald',
      text: '{merchant} har fått {amount}. Här finns inget mer att göra.',
    },
    expired: {
      title: 'Utgången',
      heading: 'Den här betalsidan har gått ut',
      text: 'Inga pengar har dragits. Gå tillbaka till {merchant} för att börja om med betalningen.',
    },
    lapsed: {
      title: 'Utgången',
      heading: 'Den här betalsidan har gått ut',
      text: 'Du godkände en betalning här som {merchant} hittills inte har dragit. Den kan fortfarande dras, så fråga {merchant} innan du betalar igen.',
    },
    cannot_pay: {
      title: 'Betalning inte möjlig',
      heading: '{merchant} kan inte ta emot den här betalningen just nu',
      text: 'Inga pengar har dragits. Kontakta {merchant} eller försök igen senare.',
    },
    unsupported: {
      title: 'Betalning inte möjlig',
      heading: 'Den här beställningen kan inte betalas på den här sidan',
      text: 'Inga pengar har dragits. Be {merchant} om ett annat sätt att betala.',
    },
  },
  saving: {
    pay: {
      title: 'Spara ett betalsätt',
      heading: 'Spara ett betalsätt',
      text: '{merchant} vill spara det för senare betalningar. Inga pengar dras nu.',
    },
    confirming: {
      title: 'Sparar',
      heading: 'Nästan klart',
      text: 'Vi sparar ditt betalsätt. Det tar några sekunder; håll den här sidan öppen.',
    },
    unknown: {
      title: 'Kontrollerar',
      heading: 'Vi kontrollerar vad som sparades',
      text: 'Betaltjänsten har inte bekräftat det än. Vi fortsätter att fråga, och inga pengar dras. Om du stänger sidan får {merchant} ändå veta vad som hände.',
    },
    pending: {
      title: 'Granskas',
      heading: 'Betaltjänsten granskar det',
      text: 'Inga pengar dras. Du kan stänga sidan; {merchant} får veta så snart granskningen är klar.',
    },
    paid: {
      title: 'Sparat',
      heading: 'Ditt betalsätt är sparat',
      text: 'Tack. {merchant} kan använda det för senare betalningar. Inga pengar har dragits.',
    },
    completed: {
      title: 'Sparat',
      heading: 'Ett betalsätt är sparat',
      text: '{merchant} kan använda det för senare betalningar. Här finns inget mer att göra.',
    },
    expired: {
      title: 'Utgången',
      heading: 'Den här sidan har gått ut',
      text: 'Inget har sparats. Gå tillbaka till {merchant} för att börja om.',
    },
    cannot_pay: {
      title: 'Inte möjligt',
      heading: '{merchant} kan inte spara något betalsätt just nu',
      text: 'Inget har sparats eller dragits. Kontakta {merchant} eller försök igen senare.',
    },
    unsupported: {
      title: 'Inte möjligt',
      heading: 'Inget betalsätt kan sparas på den här sidan',
      text: 'Inget har sparats eller dragits. Be {merchant} om ett annat sätt.',
    },
  },
  no_way_back: {
    paying: 'Inga pengar har dragits. Be {merchant} om en ny betallänk.',
    saving: 'Inget har sparats. Be {merchant} om en ny länk.',
  },
  notices: {
    canceled: 'Du lämnade sidan innan du betalade. Inga pengar har dragits.',
    declined: 'Din betalning nekades och inga pengar har dragits. Välj ett annat sätt att betala.',
    not_completed: 'Betalningen slutfördes inte och inga pengar har dragits. Försök igen.',
    rate_limited: 'Det kom för många försök från ditt nätverk. Vänta en minut och försök sedan igen.',
    unreachable: 'Betaltjänsten gick inte att nå. Inga pengar har dragits. Försök igen om en stund.',
    script_failed:
      'Betaltjänstens knappar kunde inte laddas. Det kan bero på en innehållsblockerare eller en svag anslutning. Försök igen eller fortsätt på betaltjänstens egen sida.',
    window_open:
      'Slutför betalningen i fönstret som öppnades. Om du inte ser något fönster, använd alternativet under knapparna.',
    expiring:
      'Den här sidan går ut om mindre än två minuter. Därefter kan butiken börja en ny betalning åt dig.',
  },
  saving_notices: {
    canceled: 'Du lämnade sidan innan något sparades.',
    declined: 'Betaltjänsten nekade det här betalsättet och inget har sparats. Välj ett annat.',
    not_completed: 'Det slutfördes inte och inget har sparats. Försök igen.',
    unreachable: 'Betaltjänsten gick inte att nå och inget har sparats. Försök igen om en stund.',
    window_open: 'Slutför i fönstret som öppnades.',
    expiring: 'Den här sidan går ut om mindre än två minuter. Därefter kan butiken börja om åt dig.',
  },
  notice_titles: {
    canceled: 'Avbruten',
    declined: 'Nekad',
    not_completed: 'Inte slutförd',
    window_open: 'Väntar på ditt godkännande',
  },
  offline: 'Du är offline. Sidan fortsätter av sig själv så snart anslutningen är tillbaka.',
  summary: {
    pay: 'Betala {merchant}',
    save: 'Spara ett betalsätt för {merchant}',
    payment_to: 'Betalning till {merchant}',
    payment: 'Betalning',
    amount: 'Belopp',
    shipping: 'Frakt',
    free: 'Gratis',
    test: 'Testmiljö',
    test_means: 'inga riktiga pengar rör sig',
    usable_until: 'Den här sidan kan användas fram till {time}.',
    secured_by: 'Skyddas av {service}',
    items: { one: '{count} vara', other: '{count} varor' },
  },
  actions: {
    check_again: 'Kontrollera igen',
    load_again: 'Ladda knapparna igen',
    loading: 'Laddar betalsätt …',
    other_ways: 'Andra sätt att betala',
    continue_to_pay: 'Fortsätt och betala {amount}',
    continue_to_provider: 'Fortsätt till betaltjänsten',
    pay_at_provider: 'Betala på betaltjänstens sida i stället',
    confirm_payment: 'Bekräfta betalningen på {amount}',
    confirm_saving: 'Spara det här betalsättet',
    cancel: 'Avbryt och gå tillbaka till {merchant}',
    continue_to_shop: 'Fortsätt till {merchant}',
    return_to_shop: 'Tillbaka till {merchant}',
    print: 'Skriv ut kvittot',
  },
  hints: {
    asks_by_itself: 'Sidan frågar igen av sig själv med några sekunders mellanrum.',
    approve_payment: 'Du godkänner betalningen på betaltjänstens egen sida och kommer tillbaka hit.',
    approve_saving: 'Du godkänner på betaltjänstens egen sida och kommer tillbaka hit.',
    no_window: 'Om inget fönster öppnas godkänner du betalningen där; du kommer tillbaka hit.',
    not_charged_yet: 'Du har godkänt betalningen. Inga pengar dras förrän du bekräftar den här.',
    not_saved_yet: 'Du har godkänt. Inget sparas förrän du bekräftar det här.',
    may_close: 'Du kan stänga den här sidan.',
    goes_on: 'Du skickas vidare dit om ett ögonblick.',
  },
  receipt: {
    heading: 'Kvitto',
    paid_on: 'Betalt den',
    reference: 'Betalningsreferens',
    order: 'Beställning',
  },
  email: {
    label: 'E-post',
    what_for: '{merchant} kan nå dig där om den här beställningen.',
    wrong: 'Skriv hela din e-postadress, till exempel name@example.com.',
  },
  problems: {
    not_found: {
      heading: 'Vi kan inte hitta den här betalningen',
      text: 'Länken kan vara ofullständig. Öppna den igen där du hittade den, eller be butiken om en ny.',
    },
    too_many: {
      heading: 'För många förfrågningar',
      text: 'Det kom för många från ditt nätverk. Vänta en minut och ladda sedan om sidan.',
    },
    unavailable: { heading: 'Vi kan inte svara just nu', text: 'Försök igen om en minut.' },
    failed: {
      heading: 'Något gick fel',
      text: 'Felet är vårt. Försök igen; om det kvarstår, uppge det här numret för supporten: {number}',
    },
    refused: { heading: 'Det gick inte', text: 'Gå tillbaka till sidan du kom från och försök igen.' },
  },
};
