import type { Catalogue } from './catalogue.ts';

export const fi: Catalogue = {
  paying: {
    pay: { title: 'Maksu', heading: 'Valitse maksutapa', text: '' },
    confirming: {
      title: 'Maksua vahvistetaan',
      heading: 'Melkein valmista',
      text: 'Vahvistamme maksuasi. Se kestää muutaman sekunnin; pidä tämä sivu auki.',
    },
    unknown: {
      title: 'Maksua tarkistetaan',
      heading: 'Tarkistamme maksuasi',
      text: 'Maksupalvelu ei ole vielä vahvistanut lopputulosta. Kysymme sitä edelleen; älä maksa toista kertaa. Jos suljet tämän sivun, kauppa {merchant} saa silti tiedon siitä, mitä tapahtui.',
    },
    pending: {
      title: 'Maksu käsittelyssä',
      heading: 'Maksuasi tarkastetaan',
      text: 'Hyväksyit maksun, ja maksupalvelu tarkastaa sitä, mikä voi kestää hetken. Sinun ei tarvitse maksaa uudelleen. Voit sulkea tämän sivun; kauppa {merchant} saa tiedon heti, kun tarkastus on valmis.',
    },
    paid: {
      title: 'Maksettu',
      heading: 'Maksu vastaanotettu',
      text: 'Kiitos. Maksoit {amount} kaupalle {merchant}.',
    },
    completed: {
      title: 'Maksettu',
      heading: 'Tämä tilaus on maksettu',
      text: 'Kauppa {merchant} on saanut {amount}. Täällä ei ole enää mitään tehtävää.',
    },
    expired: {
      title: 'Vanhentunut',
      heading: 'Tämä maksusivu on vanhentunut',
      text: 'Sinulta ei ole veloitettu mitään. Palaa kauppaan {merchant} ja aloita maksu uudelleen.',
    },
    lapsed: {
      title: 'Vanhentunut',
      heading: 'Tämä maksusivu on vanhentunut',
      text: 'Hyväksyit täällä maksun, jota kauppa {merchant} ei ole toistaiseksi veloittanut. Se voidaan vielä veloittaa, joten kysy kaupalta {merchant}, ennen kuin maksat uudelleen.',
    },
    cannot_pay: {
      title: 'Maksu ei onnistu',
      heading: 'Kauppa {merchant} ei voi juuri nyt ottaa tätä maksua vastaan',
      text: 'Sinulta ei ole veloitettu mitään. Ota yhteyttä kauppaan {merchant} tai yritä myöhemmin uudelleen.',
    },
    unsupported: {
      title: 'Maksu ei onnistu',
      heading: 'Tätä tilausta ei voi maksaa tällä sivulla',
      text: 'Sinulta ei ole veloitettu mitään. Pyydä kaupalta {merchant} toista maksutapaa.',
    },
  },
  saving: {
    pay: {
      title: 'Tallenna maksutapa',
      heading: 'Tallenna maksutapa',
      text: 'Kauppa {merchant} haluaa tallentaa sen myöhempiä maksuja varten. Nyt ei veloiteta mitään.',
    },
    confirming: {
      title: 'Tallennetaan',
      heading: 'Melkein valmista',
      text: 'Tallennamme maksutapaasi. Se kestää muutaman sekunnin; pidä tämä sivu auki.',
    },
    unknown: {
      title: 'Tarkistetaan',
      heading: 'Tarkistamme, mitä tallennettiin',
      text: 'Maksupalvelu ei ole vielä vahvistanut sitä. Kysymme edelleen, eikä mitään veloiteta. Jos suljet tämän sivun, kauppa {merchant} saa silti tiedon siitä, mitä tapahtui.',
    },
    pending: {
      title: 'Tarkastettavana',
      heading: 'Maksupalvelu tarkastaa sitä',
      text: 'Mitään ei veloiteta. Voit sulkea tämän sivun; kauppa {merchant} saa tiedon heti, kun tarkastus on valmis.',
    },
    paid: {
      title: 'Tallennettu',
      heading: 'Maksutapasi on tallennettu',
      text: 'Kiitos. Kauppa {merchant} voi käyttää sitä myöhempiin maksuihin. Sinulta ei ole veloitettu mitään.',
    },
    completed: {
      title: 'Tallennettu',
      heading: 'Maksutapa on tallennettu',
      text: 'Kauppa {merchant} voi käyttää sitä myöhempiin maksuihin. Täällä ei ole enää mitään tehtävää.',
    },
    expired: {
      title: 'Vanhentunut',
      heading: 'Tämä sivu on vanhentunut',
      text: 'Mitään ei tallennettu. Palaa kauppaan {merchant} ja aloita uudelleen.',
    },
    cannot_pay: {
      title: 'Ei onnistu',
      heading: 'Kauppa {merchant} ei voi juuri nyt tallentaa maksutapaa',
      text: 'Mitään ei tallennettu eikä veloitettu. Ota yhteyttä kauppaan {merchant} tai yritä myöhemmin uudelleen.',
    },
    unsupported: {
      title: 'Ei onnistu',
      heading: 'Tällä sivulla ei voi tallentaa maksutapaa',
      text: 'Mitään ei tallennettu eikä veloitettu. Pyydä kaupalta {merchant} toista tapaa.',
    },
  },
  no_way_back: {
    paying: 'Sinulta ei ole veloitettu mitään. Pyydä kaupalta {merchant} uusi maksulinkki.',
    saving: 'Mitään ei tallennettu. Pyydä kaupalta {merchant} uusi linkki.',
  },
  notices: {
    canceled: 'Poistuit ennen maksamista. Sinulta ei ole veloitettu mitään.',
    declined: 'Maksusi hylättiin, eikä sinulta ole veloitettu mitään. Valitse toinen maksutapa.',
    not_completed: 'Maksua ei viety loppuun, eikä sinulta ole veloitettu mitään. Yritä uudelleen.',
    rate_limited: 'Verkostasi tuli liian monta yritystä. Odota minuutti ja yritä sitten uudelleen.',
    unreachable:
      'Maksupalveluun ei saatu yhteyttä. Sinulta ei ole veloitettu mitään. Yritä hetken kuluttua uudelleen.',
    no_connection:
      'Sinulla ei ole verkkoyhteyttä. Sinulta ei ole veloitettu mitään. Yritä uudelleen heti, kun yhteys palaa.',
    script_failed:
      'Maksupalvelun painikkeita ei voitu ladata. Syynä voi olla sisällönesto tai heikko yhteys. Yritä uudelleen tai jatka maksupalvelun omalla sivulla.',
    window_open:
      'Vie maksu loppuun avautuneessa ikkunassa. Jos et näe ikkunaa, käytä painikkeiden alla olevaa tapaa.',
    expiring:
      'Tämä sivu vanhenee alle kahden minuutin kuluttua. Sen jälkeen kauppa voi aloittaa sinulle uuden maksun.',
  },
  saving_notices: {
    canceled: 'Poistuit, ennen kuin mitään tallennettiin.',
    declined: 'Maksupalvelu hylkäsi tämän maksutavan, eikä mitään tallennettu. Valitse toinen.',
    not_completed: 'Sitä ei viety loppuun, eikä mitään tallennettu. Yritä uudelleen.',
    unreachable:
      'Maksupalveluun ei saatu yhteyttä, eikä mitään tallennettu. Yritä hetken kuluttua uudelleen.',
    no_connection:
      'Sinulla ei ole verkkoyhteyttä, eikä mitään tallennettu. Yritä uudelleen heti, kun yhteys palaa.',
    window_open: 'Jatka avautuneessa ikkunassa.',
    expiring:
      'Tämä sivu vanhenee alle kahden minuutin kuluttua. Sen jälkeen kauppa voi aloittaa puolestasi uudelleen.',
  },
  notice_titles: {
    canceled: 'Peruutettu',
    declined: 'Hylätty',
    not_completed: 'Ei viety loppuun',
    window_open: 'Odottaa hyväksyntääsi',
  },
  offline: 'Sinulla ei ole verkkoyhteyttä. Sivu jatkaa itsestään heti, kun yhteys palaa.',
  summary: {
    pay: 'Maksu kaupalle {merchant}',
    save: 'Maksutavan tallennus kaupalle {merchant}',
    payment_to: 'Maksu kaupalle {merchant}',
    payment: 'Maksaminen',
    amount: 'Summa',
    shipping: 'Toimitus',
    free: 'Ilmainen',
    test: 'Testiympäristö',
    test_means: 'oikeaa rahaa ei liiku',
    usable_until: 'Sivun voimassaolo päättyy: {time}.',
    secured_by: 'Suojauksesta vastaa {service}',
    items: { one: '{count} tuote', other: '{count} tuotetta' },
  },
  actions: {
    check_again: 'Tarkista uudelleen',
    load_again: 'Lataa painikkeet uudelleen',
    loading: 'Ladataan maksutapoja…',
    other_ways: 'Muut maksutavat',
    continue_to_pay: 'Jatka ja maksa {amount}',
    continue_to_provider: 'Jatka maksupalveluun',
    pay_at_provider: 'Maksa sen sijaan maksupalvelun sivulla',
    confirm_payment: 'Vahvista maksu {amount}',
    confirm_saving: 'Tallenna tämä maksutapa',
    cancel: 'Peruuta ja palaa kauppaan {merchant}',
    continue_to_shop: 'Jatka kauppaan {merchant}',
    return_to_shop: 'Palaa kauppaan {merchant}',
    print: 'Tulosta kuitti',
  },
  hints: {
    asks_by_itself: 'Sivu kysyy itsestään uudelleen muutaman sekunnin välein.',
    approve_payment: 'Hyväksyt maksun maksupalvelun omalla sivulla ja palaat tänne.',
    approve_saving: 'Annat hyväksynnän maksupalvelun omalla sivulla ja palaat tänne.',
    no_window: 'Jos ikkunaa ei avaudu, hyväksy maksu siellä; palaat sitten tänne.',
    not_charged_yet: 'Olet hyväksynyt maksun. Mitään ei veloiteta, ennen kuin vahvistat sen tässä.',
    not_saved_yet: 'Olet antanut hyväksynnän. Mitään ei tallenneta, ennen kuin vahvistat sen tässä.',
    may_close: 'Voit sulkea tämän sivun.',
    goes_on: 'Siirryt sinne hetken kuluttua.',
  },
  receipt: { heading: 'Kuitti', paid_on: 'Maksettu', reference: 'Maksun viite', order: 'Tilaus' },
  email: {
    label: 'Sähköposti',
    what_for: 'Kauppa {merchant} voi ottaa sinuun yhteyttä tästä tilauksesta.',
    wrong: 'Kirjoita sähköpostiosoitteesi kokonaan, esimerkiksi name@example.com.',
  },
  card: {
    form: 'Maksa kortilla',
    number: 'Kortin numero',
    expiry: 'Voimassaoloaika (KK/VV)',
    code: 'Turvakoodi',
    pay: 'Maksa {amount}',
    checkNumber: 'Tarkista kortin numero.',
    checkExpiry: 'Tarkista voimassaoloaika.',
    checkCode: 'Tarkista turvakoodi.',
    checkName: 'Tarkista kortissa oleva nimi.',
    notAccepted: 'Tämänlaista korttia ei hyväksytä täällä.',
    enterAgain: 'Lataa sivu uudelleen ja anna kortin tiedot uudestaan.',
    declined: 'Korttisi hylättiin, eikä sinulta ole veloitettu mitään. Kokeile toista korttia.',
    not_saved: 'Korttisi hylättiin, eikä mitään tallennettu. Kokeile toista korttia.',
    failed: 'Kortin kentät eivät latautuneet. Yritä uudelleen.',
    load_again: 'Lataa kortin kentät uudelleen',
    needs_script: 'Kortin kentät vaativat JavaScriptin, joka on pois päältä tässä selaimessa.',
  },
  problems: {
    not_found: {
      heading: 'Emme löydä tätä maksua',
      text: 'Linkki voi olla puutteellinen. Avaa se uudelleen sieltä, mistä löysit sen, tai pyydä kaupalta uusi.',
    },
    too_many: {
      heading: 'Liian monta pyyntöä',
      text: 'Verkostasi tuli niitä liikaa. Odota minuutti ja lataa sivu sitten uudelleen.',
    },
    unavailable: { heading: 'Emme voi vastata juuri nyt', text: 'Yritä minuutin kuluttua uudelleen.' },
    failed: {
      heading: 'Jokin meni vikaan',
      text: 'Vika on meidän. Yritä uudelleen; jos se jatkuu, kerro tämä numero tuelle: {number}',
    },
    refused: { heading: 'Tämä ei onnistunut', text: 'Palaa sivulle, jolta tulit, ja yritä uudelleen.' },
  },
};
