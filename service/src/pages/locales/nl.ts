import type { Catalogue } from './catalogue.ts';

export const nl: Catalogue = {
  paying: {
    pay: { title: 'Betalen', heading: 'Kies hoe u wilt betalen', text: '' },
    confirming: {
      title: 'Betaling wordt bevestigd',
      heading: 'Bijna klaar',
      text: 'We bevestigen uw betaling. Dit duurt een paar seconden; houd deze pagina open.',
    },
    unknown: {
      title: 'Betaling wordt gecontroleerd',
      heading: 'We controleren uw betaling',
      text: 'De betaaldienst heeft de uitkomst nog niet bevestigd. We blijven het vragen; betaal niet nog een keer. Als u deze pagina sluit, hoort {merchant} toch wat er is gebeurd.',
    },
    pending: {
      title: 'Betaling in behandeling',
      heading: 'Uw betaling wordt beoordeeld',
      text: 'U hebt de betaling goedgekeurd en de betaaldienst bekijkt die; dat kan even duren. U hoeft niet opnieuw te betalen. U kunt deze pagina sluiten; {merchant} hoort het zodra de beoordeling klaar is.',
    },
    paid: {
      title: 'Betaald',
      heading: 'Betaling ontvangen',
      text: 'Dank u. U hebt {amount} betaald aan {merchant}.',
    },
    completed: {
      title: 'Betaald',
      heading: 'Deze bestelling is betaald',
      text: '{merchant} heeft {amount} ontvangen. U hoeft hier niets meer te doen.',
    },
    expired: {
      title: 'Verlopen',
      heading: 'Deze betaalpagina is verlopen',
      text: 'Er is niets afgeschreven. Ga terug naar {merchant} om de betaling opnieuw te beginnen.',
    },
    lapsed: {
      title: 'Verlopen',
      heading: 'Deze betaalpagina is verlopen',
      text: 'U hebt hier een betaling goedgekeurd die {merchant} tot nu toe niet heeft geïnd. De betaling kan nog worden geïnd, dus vraag het aan {merchant} voordat u opnieuw betaalt.',
    },
    cannot_pay: {
      title: 'Betalen niet mogelijk',
      heading: '{merchant} kan deze betaling nu niet aannemen',
      text: 'Er is niets afgeschreven. Neem contact op met {merchant} of probeer het later opnieuw.',
    },
    unsupported: {
      title: 'Betalen niet mogelijk',
      heading: 'Deze bestelling kan niet op deze pagina worden betaald',
      text: 'Er is niets afgeschreven. Vraag {merchant} om een andere betaalwijze.',
    },
  },
  saving: {
    pay: {
      title: 'Betaalwijze opslaan',
      heading: 'Een betaalwijze opslaan',
      text: '{merchant} vraagt om die op te slaan voor latere betalingen. Er wordt nu niets afgeschreven.',
    },
    confirming: {
      title: 'Opslaan',
      heading: 'Bijna klaar',
      text: 'We slaan uw betaalwijze op. Dit duurt een paar seconden; houd deze pagina open.',
    },
    unknown: {
      title: 'Controleren',
      heading: 'We controleren wat er is opgeslagen',
      text: 'De betaaldienst heeft het nog niet bevestigd. We blijven het vragen en er wordt niets afgeschreven. Als u deze pagina sluit, hoort {merchant} toch wat er is gebeurd.',
    },
    pending: {
      title: 'Wordt beoordeeld',
      heading: 'De betaaldienst bekijkt het nog',
      text: 'Er wordt niets afgeschreven. U kunt deze pagina sluiten; {merchant} hoort het zodra de beoordeling klaar is.',
    },
    paid: {
      title: 'Opgeslagen',
      heading: 'Uw betaalwijze is opgeslagen',
      text: 'Dank u. {merchant} kan die voor latere betalingen gebruiken. Er is niets afgeschreven.',
    },
    completed: {
      title: 'Opgeslagen',
      heading: 'Er is een betaalwijze opgeslagen',
      text: '{merchant} kan die voor latere betalingen gebruiken. U hoeft hier niets meer te doen.',
    },
    expired: {
      title: 'Verlopen',
      heading: 'Deze pagina is verlopen',
      text: 'Er is niets opgeslagen. Ga terug naar {merchant} om opnieuw te beginnen.',
    },
    cannot_pay: {
      title: 'Niet mogelijk',
      heading: '{merchant} kan nu geen betaalwijze opslaan',
      text: 'Er is niets opgeslagen en niets afgeschreven. Neem contact op met {merchant} of probeer het later opnieuw.',
    },
    unsupported: {
      title: 'Niet mogelijk',
      heading: 'Op deze pagina kan geen betaalwijze worden opgeslagen',
      text: 'Er is niets opgeslagen en niets afgeschreven. Vraag {merchant} om een andere manier.',
    },
  },
  no_way_back: {
    paying: 'Er is niets afgeschreven. Vraag {merchant} om een nieuwe betaallink.',
    saving: 'Er is niets opgeslagen. Vraag {merchant} om een nieuwe link.',
  },
  notices: {
    canceled: 'U bent weggegaan voordat u betaalde. Er is niets afgeschreven.',
    declined: 'Uw betaling is geweigerd en er is niets afgeschreven. Kies een andere betaalwijze.',
    not_completed: 'Die betaling is niet afgerond en er is niets afgeschreven. Probeer het opnieuw.',
    rate_limited: 'Er kwamen te veel pogingen van uw netwerk. Wacht een minuut en probeer het dan opnieuw.',
    unreachable:
      'De betaaldienst was niet bereikbaar. Er is niets afgeschreven. Probeer het zo dadelijk opnieuw.',
    no_connection:
      'U bent offline. Er is niets afgeschreven. Probeer het opnieuw zodra de verbinding er weer is.',
    script_failed:
      'De knoppen van de betaaldienst konden niet worden geladen. Een inhoudsblokkering of een zwakke verbinding kan de oorzaak zijn. Probeer het opnieuw of ga verder op de pagina van de betaaldienst.',
    window_open:
      'Rond de betaling af in het venster dat is geopend. Ziet u geen venster, gebruik dan de mogelijkheid onder de knoppen.',
    expiring:
      'Deze pagina verloopt over minder dan twee minuten. Daarna kan de winkel een nieuwe betaling voor u beginnen.',
  },
  saving_notices: {
    canceled: 'U bent weggegaan voordat er iets was opgeslagen.',
    declined: 'De betaaldienst heeft deze betaalwijze geweigerd en er is niets opgeslagen. Kies een andere.',
    not_completed: 'Dat is niet afgerond en er is niets opgeslagen. Probeer het opnieuw.',
    unreachable:
      'De betaaldienst was niet bereikbaar en er is niets opgeslagen. Probeer het zo dadelijk opnieuw.',
    no_connection:
      'U bent offline en er is niets opgeslagen. Probeer het opnieuw zodra de verbinding er weer is.',
    window_open: 'Ga verder in het venster dat is geopend.',
    expiring:
      'Deze pagina verloopt over minder dan twee minuten. Daarna kan de winkel voor u opnieuw beginnen.',
  },
  notice_titles: {
    canceled: 'Geannuleerd',
    declined: 'Geweigerd',
    not_completed: 'Niet afgerond',
    window_open: 'Wacht op uw goedkeuring',
  },
  offline: 'U bent offline. Deze pagina gaat vanzelf verder zodra de verbinding er weer is.',
  summary: {
    pay: '{merchant} betalen',
    save: 'Een betaalwijze opslaan voor {merchant}',
    payment_to: 'Betaling aan {merchant}',
    payment: 'Betaling',
    amount: 'Bedrag',
    shipping: 'Verzending',
    free: 'Gratis',
    test: 'Testomgeving',
    test_means: 'er gaat geen echt geld om',
    usable_until: 'Deze pagina is bruikbaar tot {time}.',
    secured_by: 'Beveiligd door {service}',
    items: { one: '{count} artikel', other: '{count} artikelen' },
  },
  actions: {
    check_again: 'Opnieuw controleren',
    load_again: 'Knoppen opnieuw laden',
    loading: 'Betaalwijzen worden geladen…',
    other_ways: 'Andere betaalwijzen',
    continue_to_pay: 'Doorgaan en {amount} betalen',
    continue_to_provider: 'Doorgaan naar de betaaldienst',
    pay_at_provider: 'Liever betalen op de pagina van de betaaldienst',
    confirm_payment: 'Betaling van {amount} bevestigen',
    confirm_saving: 'Deze betaalwijze opslaan',
    cancel: 'Annuleren en terug naar {merchant}',
    continue_to_shop: 'Verder naar {merchant}',
    return_to_shop: 'Terug naar {merchant}',
    print: 'Betaalbewijs afdrukken',
  },
  hints: {
    asks_by_itself: 'Deze pagina vraagt het om de paar seconden vanzelf opnieuw.',
    approve_payment: 'U keurt de betaling goed op de pagina van de betaaldienst en komt hier terug.',
    approve_saving: 'U geeft goedkeuring op de pagina van de betaaldienst en komt hier terug.',
    no_window: 'Als er geen venster opengaat, keurt u de betaling daar goed; u komt hier terug.',
    not_charged_yet:
      'U hebt de betaling goedgekeurd. Er wordt pas iets afgeschreven als u die hier bevestigt.',
    not_saved_yet: 'U hebt goedkeuring gegeven. Er wordt pas iets opgeslagen als u het hier bevestigt.',
    may_close: 'U kunt deze pagina sluiten.',
    goes_on: 'U wordt daar zo dadelijk naartoe gestuurd.',
  },
  receipt: {
    heading: 'Betaalbewijs',
    paid_on: 'Betaald op',
    reference: 'Betaalkenmerk',
    order: 'Bestelling',
  },
  email: {
    label: 'E-mail',
    what_for: '{merchant} kan u daar bereiken over deze bestelling.',
    wrong: 'Vul uw volledige e-mailadres in, bijvoorbeeld name@example.com.',
  },
  card: {
    form: 'Met kaart betalen',
    number: 'Kaartnummer',
    expiry: 'Vervaldatum (MM/JJ)',
    code: 'Beveiligingscode',
    pay: '{amount} betalen',
    checkNumber: 'Controleer het kaartnummer.',
    checkExpiry: 'Controleer de vervaldatum.',
    checkCode: 'Controleer de beveiligingscode.',
    checkName: 'Controleer de naam op de kaart.',
    notAccepted: 'Dit soort kaart wordt hier niet geaccepteerd.',
    enterAgain: 'Laad de pagina opnieuw en voer de kaartgegevens nog een keer in.',
    declined: 'Uw kaart is geweigerd en er is niets afgeschreven. Probeer een andere kaart.',
    not_saved: 'Uw kaart is geweigerd en er is niets opgeslagen. Probeer een andere kaart.',
    failed: 'De kaartvelden zijn niet geladen. Probeer het opnieuw.',
    load_again: 'Kaartvelden opnieuw laden',
    needs_script: 'De kaartvelden vereisen JavaScript, dat in deze browser uitstaat.',
  },
  problems: {
    not_found: {
      heading: 'We kunnen deze betaling niet vinden',
      text: 'Misschien is de link onvolledig. Open hem opnieuw vanaf de plaats waar u hem vond, of vraag de winkel om een nieuwe.',
    },
    too_many: {
      heading: 'Te veel verzoeken',
      text: 'Er kwamen er te veel van uw netwerk. Wacht een minuut en laad deze pagina dan opnieuw.',
    },
    unavailable: { heading: 'We kunnen nu niet antwoorden', text: 'Probeer het over een minuut opnieuw.' },
    failed: {
      heading: 'Er is iets misgegaan',
      text: 'De fout ligt bij ons. Probeer het opnieuw; als de fout blijft, geef de klantenservice dan dit nummer: {number}',
    },
    refused: {
      heading: 'Dat is niet gelukt',
      text: 'Ga terug naar de pagina waar u vandaan kwam en probeer het opnieuw.',
    },
  },
};
