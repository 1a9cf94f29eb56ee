import type { Catalogue } from './catalogue.ts';

export const cs: Catalogue = {
  paying: {
    pay: { title: 'Platba', heading: 'Vyberte, jak zaplatíte', text: '' },
    confirming: {
      title: 'Potvrzování platby',
      heading: 'Už to skoro je',
      text: 'Potvrzujeme vaši platbu. Potrvá to několik sekund; nechte tuto stránku otevřenou.',
    },
    unknown: {
      title: 'Ověřování platby',
      heading: 'Ověřujeme vaši platbu',
      text: 'Poskytovatel plateb zatím nepotvrdil výsledek. Dál se na něj ptáme; neplaťte prosím podruhé. Pokud tuto stránku zavřete, obchod {merchant} se přesto dozví, jak to dopadlo.',
    },
    pending: {
      title: 'Platba se prověřuje',
      heading: 'Vaše platba se prověřuje',
      text: 'Platbu jste schválili a poskytovatel ji prověřuje, což může chvíli trvat. Nemusíte platit znovu. Tuto stránku můžete zavřít; obchod {merchant} se o výsledku dozví, jakmile prověření skončí.',
    },
    paid: {
      title: 'Zaplaceno',
      heading: 'Platba přijata',
      text: 'Děkujeme. Zaplatili jste {amount} obchodu {merchant}.',
    },
    completed: {
      title: 'Zaplaceno',
      heading: 'Tato objednávka je zaplacena',
      text: 'Obchod {merchant} obdržel {amount}. Už tu nemusíte nic dělat.',
    },
    expired: {
      title: 'Platnost vypršela',
      heading: 'Platnost této platební stránky vypršela',
      text: 'Nic vám nebylo strženo. Vraťte se do obchodu {merchant} a začněte platbu znovu.',
    },
    lapsed: {
      title: 'Platnost vypršela',
      heading: 'Platnost této platební stránky vypršela',
      text: 'Schválili jste zde platbu, kterou obchod {merchant} dosud nestrhl. Ještě stržena být může, proto se před další platbou zeptejte obchodu {merchant}.',
    },
    cannot_pay: {
      title: 'Platba není možná',
      heading: 'Obchod {merchant} teď nemůže tuto platbu přijmout',
      text: 'Nic vám nebylo strženo. Obraťte se na obchod {merchant}, nebo to zkuste později.',
    },
    unsupported: {
      title: 'Platba není možná',
      heading: 'Tuto objednávku nelze na této stránce zaplatit',
      text: 'Nic vám nebylo strženo. Požádejte obchod {merchant} o jiný způsob platby.',
    },
  },
  saving: {
    pay: {
      title: 'Uložit způsob platby',
      heading: 'Uložit způsob platby',
      text: 'Obchod {merchant} si ho chce uložit pro pozdější platby. Teď se nic nestrhne.',
    },
    confirming: {
      title: 'Ukládání',
      heading: 'Už to skoro je',
      text: 'Ukládáme váš způsob platby. Potrvá to několik sekund; nechte tuto stránku otevřenou.',
    },
    unknown: {
      title: 'Ověřování',
      heading: 'Ověřujeme, co se uložilo',
      text: 'Poskytovatel plateb to zatím nepotvrdil. Dál se ptáme a nic se nestrhává. Pokud tuto stránku zavřete, obchod {merchant} se přesto dozví, jak to dopadlo.',
    },
    pending: {
      title: 'Prověřuje se',
      heading: 'Poskytovatel to prověřuje',
      text: 'Nic se nestrhává. Tuto stránku můžete zavřít; obchod {merchant} se o výsledku dozví, jakmile prověření skončí.',
    },
    paid: {
      title: 'Uloženo',
      heading: 'Váš způsob platby je uložen',
      text: 'Děkujeme. Obchod {merchant} ho může použít pro pozdější platby. Nic vám nebylo strženo.',
    },
    completed: {
      title: 'Uloženo',
      heading: 'Způsob platby je uložen',
      text: 'Obchod {merchant} ho může použít pro pozdější platby. Už tu nemusíte nic dělat.',
    },
    expired: {
      title: 'Platnost vypršela',
      heading: 'Platnost této stránky vypršela',
      text: 'Nic se neuložilo. Vraťte se do obchodu {merchant} a začněte znovu.',
    },
    cannot_pay: {
      title: 'Není možné',
      heading: 'Obchod {merchant} teď nemůže uložit způsob platby',
      text: 'Nic se neuložilo ani nestrhlo. Obraťte se na obchod {merchant}, nebo to zkuste později.',
    },
    unsupported: {
      title: 'Není možné',
      heading: 'Na této stránce nelze uložit způsob platby',
      text: 'Nic se neuložilo ani nestrhlo. Požádejte obchod {merchant} o jiný způsob.',
    },
  },
  no_way_back: {
    paying: 'Nic vám nebylo strženo. Požádejte obchod {merchant} o nový platební odkaz.',
    saving: 'Nic se neuložilo. Požádejte obchod {merchant} o nový odkaz.',
  },
  notices: {
    canceled: 'Odešli jste před zaplacením. Nic vám nebylo strženo.',
    declined: 'Vaše platba byla zamítnuta a nic vám nebylo strženo. Vyberte jiný způsob platby.',
    not_completed: 'Tato platba nebyla dokončena a nic vám nebylo strženo. Zkuste to znovu.',
    rate_limited: 'Z vaší sítě přišlo příliš mnoho pokusů. Počkejte minutu a pak to zkuste znovu.',
    unreachable:
      'S poskytovatelem plateb se nepodařilo spojit. Nic vám nebylo strženo. Zkuste to za chvíli znovu.',
    no_connection:
      'Jste bez připojení. Nic vám nebylo strženo. Zkuste to znovu, jakmile se připojení obnoví.',
    script_failed:
      'Tlačítka poskytovatele plateb se nepodařilo načíst. Příčinou může být blokování obsahu nebo slabé připojení. Zkuste to znovu, nebo pokračujte na stránce poskytovatele.',
    window_open:
      'Dokončete platbu v okně, které se otevřelo. Pokud žádné nevidíte, použijte možnost pod tlačítky.',
    expiring:
      'Platnost této stránky vyprší za necelé dvě minuty. Potom pro vás obchod může začít novou platbu.',
  },
  saving_notices: {
    canceled: 'Odešli jste dřív, než se něco uložilo.',
    declined: 'Poskytovatel tento způsob platby zamítl a nic se neuložilo. Vyberte jiný.',
    not_completed: 'Nebylo to dokončeno a nic se neuložilo. Zkuste to znovu.',
    unreachable:
      'S poskytovatelem plateb se nepodařilo spojit a nic se neuložilo. Zkuste to za chvíli znovu.',
    no_connection: 'Jste bez připojení a nic se neuložilo. Zkuste to znovu, jakmile se připojení obnoví.',
    window_open: 'Dokončete to v okně, které se otevřelo.',
    expiring: 'Platnost této stránky vyprší za necelé dvě minuty. Potom pro vás obchod může začít znovu.',
  },
  notice_titles: {
    canceled: 'Zrušeno',
    declined: 'Zamítnuto',
    not_completed: 'Nedokončeno',
    window_open: 'Čeká na vaše schválení',
  },
  offline: 'Jste bez připojení. Stránka bude sama pokračovat, jakmile se připojení obnoví.',
  summary: {
    pay: 'Platba pro {merchant}',
    save: 'Uložení způsobu platby pro {merchant}',
    payment_to: 'Platba pro {merchant}',
    payment: 'Placení',
    amount: 'Částka',
    shipping: 'Doprava',
    free: 'Zdarma',
    test: 'Testovací prostředí',
    test_means: 'nepřevádějí se žádné skutečné peníze',
    usable_until: 'Stránku lze použít do {time}.',
    secured_by: 'Zabezpečuje {service}',
    items: { one: '{count} položka', few: '{count} položky', other: '{count} položek' },
  },
  actions: {
    check_again: 'Ověřit znovu',
    load_again: 'Načíst tlačítka znovu',
    loading: 'Načítají se způsoby platby…',
    other_ways: 'Další způsoby platby',
    continue_to_pay: 'Pokračovat a zaplatit {amount}',
    continue_to_provider: 'Pokračovat k poskytovateli',
    pay_at_provider: 'Zaplatit raději na stránce poskytovatele plateb',
    confirm_payment: 'Potvrdit platbu {amount}',
    confirm_saving: 'Uložit tento způsob platby',
    cancel: 'Zrušit a zpět do obchodu {merchant}',
    continue_to_shop: 'Pokračovat do obchodu {merchant}',
    return_to_shop: 'Zpět do obchodu {merchant}',
    print: 'Vytisknout doklad',
  },
  hints: {
    asks_by_itself: 'Tato stránka se sama ptá znovu každých několik sekund.',
    approve_payment: 'Platbu schválíte na stránce poskytovatele a vrátíte se sem.',
    approve_saving: 'Schválíte to na stránce poskytovatele a vrátíte se sem.',
    no_window: 'Pokud se žádné okno neotevře, schvalte platbu tam; pak se vrátíte sem.',
    not_charged_yet: 'Platbu jste schválili. Nic se nestrhne, dokud ji zde nepotvrdíte.',
    not_saved_yet: 'Schválili jste to. Nic se neuloží, dokud to zde nepotvrdíte.',
    may_close: 'Tuto stránku můžete zavřít.',
    goes_on: 'Za okamžik tam budete přesměrováni.',
  },
  receipt: {
    heading: 'Doklad o platbě',
    paid_on: 'Zaplaceno dne',
    reference: 'Číslo platby',
    order: 'Objednávka',
  },
  email: {
    label: 'E-mail',
    what_for: 'Obchod {merchant} vás tam může kontaktovat kvůli této objednávce.',
    wrong: 'Zadejte celou e-mailovou adresu, například name@example.com.',
  },
  card: {
    form: 'Zaplatit kartou',
    number: 'Číslo karty',
    expiry: 'Platnost (MM/RR)',
    code: 'Bezpečnostní kód',
    pay: 'Zaplatit {amount}',
    checkNumber: 'Zkontrolujte číslo karty.',
    checkExpiry: 'Zkontrolujte platnost karty.',
    checkCode: 'Zkontrolujte bezpečnostní kód.',
    checkName: 'Zkontrolujte jméno na kartě.',
    notAccepted: 'Tento druh karty se zde nepřijímá.',
    enterAgain: 'Načtěte stránku znovu a zadejte údaje karty ještě jednou.',
    declined: 'Vaše karta byla zamítnuta a nic vám nebylo strženo. Zkuste jinou kartu.',
    not_saved: 'Vaše karta byla zamítnuta a nic se neuložilo. Zkuste jinou kartu.',
    failed: 'Pole pro kartu se nenačetla. Zkuste to prosím znovu.',
    load_again: 'Načíst pole pro kartu znovu',
    needs_script: 'Pole pro kartu vyžadují JavaScript, který je v tomto prohlížeči vypnutý.',
  },
  problems: {
    not_found: {
      heading: 'Tuto platbu nemůžeme najít',
      text: 'Odkaz možná není úplný. Otevřete ho znovu tam, kde jste ho našli, nebo požádejte obchod o nový.',
    },
    too_many: {
      heading: 'Příliš mnoho požadavků',
      text: 'Z vaší sítě jich přišlo příliš mnoho. Počkejte minutu a pak stránku načtěte znovu.',
    },
    unavailable: { heading: 'Teď nemůžeme odpovědět', text: 'Zkuste to znovu za minutu.' },
    failed: {
      heading: 'Něco se pokazilo',
      text: 'Chyba je na naší straně. Zkuste to znovu; pokud potrvá, sdělte podpoře toto číslo: {number}',
    },
    refused: {
      heading: 'Nepovedlo se to',
      text: 'Vraťte se na stránku, ze které jste přišli, a zkuste to znovu.',
    },
  },
};
