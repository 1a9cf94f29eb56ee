import type { Catalogue } from './catalogue.ts';

export const it: Catalogue = {
  paying: {
    pay: { title: 'Paga', heading: 'Scegli come pagare', text: '' },
    confirming: {
      title: 'Conferma del pagamento',
      heading: 'Ci siamo quasi',
      text: 'Stiamo confermando il tuo pagamento. Bastano pochi secondi; tieni aperta questa pagina.',
    },
    unknown: {
      title: 'Verifica del pagamento',
      heading: 'Stiamo verificando il tuo pagamento',
      text: 'Il servizio di pagamento non ha ancora confermato l’esito. Continuiamo a chiederlo; non pagare una seconda volta. Se chiudi questa pagina, {merchant} saprà comunque che cosa è successo.',
    },
    pending: {
      title: 'Pagamento in sospeso',
      heading: 'Il tuo pagamento è in fase di verifica',
      text: 'Hai approvato il pagamento e il servizio di pagamento lo sta esaminando; può volerci un po’. Non devi pagare di nuovo. Puoi chiudere questa pagina; {merchant} riceverà un avviso appena la verifica sarà finita.',
    },
    paid: {
      title: 'Pagato',
      heading: 'Pagamento ricevuto',
      text: 'Grazie. Hai pagato {amount} a {merchant}.',
    },
    completed: {
      title: 'Pagato',
      heading: 'Questo ordine è pagato',
      text: '{merchant} ha ricevuto {amount}. Qui non resta altro da fare.',
    },
    expired: {
      title: 'Scaduta',
      heading: 'Questa pagina di pagamento è scaduta',
      text: 'Non ti è stato addebitato nulla. Torna a {merchant} per ricominciare il pagamento.',
    },
    lapsed: {
      title: 'Scaduta',
      heading: 'Questa pagina di pagamento è scaduta',
      text: 'Qui hai approvato un pagamento che {merchant} finora non ha incassato. Può ancora essere incassato, quindi chiedi a {merchant} prima di pagare di nuovo.',
    },
    cannot_pay: {
      title: 'Pagamento non possibile',
      heading: '{merchant} al momento non può accettare questo pagamento',
      text: 'Non ti è stato addebitato nulla. Contatta {merchant} o riprova più tardi.',
    },
    unsupported: {
      title: 'Pagamento non possibile',
      heading: 'Questo ordine non si può pagare su questa pagina',
      text: 'Non ti è stato addebitato nulla. Chiedi a {merchant} un altro metodo di pagamento.',
    },
  },
  saving: {
    pay: {
      title: 'Salva un metodo di pagamento',
      heading: 'Salva un metodo di pagamento',
      text: '{merchant} chiede di salvarlo per pagamenti futuri. Ora non viene addebitato nulla.',
    },
    confirming: {
      title: 'Salvataggio',
      heading: 'Ci siamo quasi',
      text: 'Stiamo salvando il tuo metodo di pagamento. Bastano pochi secondi; tieni aperta questa pagina.',
    },
    unknown: {
      title: 'Verifica',
      heading: 'Stiamo verificando che cosa è stato salvato',
      text: 'Il servizio di pagamento non lo ha ancora confermato. Continuiamo a chiederlo e non viene addebitato nulla. Se chiudi questa pagina, {merchant} saprà comunque che cosa è successo.',
    },
    pending: {
      title: 'In verifica',
      heading: 'Il servizio di pagamento lo sta esaminando',
      text: 'Non viene addebitato nulla. Puoi chiudere questa pagina; {merchant} riceverà un avviso appena la verifica sarà finita.',
    },
    paid: {
      title: 'Salvato',
      heading: 'Il tuo metodo di pagamento è salvato',
      text: 'Grazie. {merchant} può usarlo per pagamenti futuri. Non ti è stato addebitato nulla.',
    },
    completed: {
      title: 'Salvato',
      heading: 'Un metodo di pagamento è salvato',
      text: '{merchant} può usarlo per pagamenti futuri. Qui non resta altro da fare.',
    },
    expired: {
      title: 'Scaduta',
      heading: 'Questa pagina è scaduta',
      text: 'Non è stato salvato nulla. Torna a {merchant} per ricominciare.',
    },
    cannot_pay: {
      title: 'Non possibile',
      heading: '{merchant} al momento non può salvare un metodo di pagamento',
      text: 'Non è stato salvato né addebitato nulla. Contatta {merchant} o riprova più tardi.',
    },
    unsupported: {
      title: 'Non possibile',
      heading: 'Su questa pagina non si può salvare un metodo di pagamento',
      text: 'Non è stato salvato né addebitato nulla. Chiedi a {merchant} un’altra soluzione.',
    },
  },
  no_way_back: {
    paying: 'Non ti è stato addebitato nulla. Chiedi a {merchant} un nuovo link per pagare.',
    saving: 'Non è stato salvato nulla. Chiedi a {merchant} un nuovo link.',
  },
  notices: {
    canceled: 'Hai interrotto prima di pagare. Non ti è stato addebitato nulla.',
    declined:
      'Il tuo pagamento è stato rifiutato e non ti è stato addebitato nulla. Scegli un altro metodo di pagamento.',
    not_completed: 'Quel pagamento non è stato completato e non ti è stato addebitato nulla. Riprova.',
    rate_limited: 'Dalla tua rete sono arrivati troppi tentativi. Aspetta un minuto, poi riprova.',
    unreachable:
      'Non è stato possibile raggiungere il servizio di pagamento. Non ti è stato addebitato nulla. Riprova tra un momento.',
    no_connection: 'Non sei in linea. Non ti è stato addebitato nulla. Riprova appena torna la connessione.',
    script_failed:
      'Non è stato possibile caricare i pulsanti del servizio di pagamento. La causa può essere un blocco dei contenuti o una connessione debole. Riprova o continua sulla pagina del servizio.',
    window_open:
      'Completa il pagamento nella finestra che si è aperta. Se non ne vedi nessuna, usa l’opzione sotto i pulsanti.',
    expiring:
      'Questa pagina scade tra meno di due minuti. Dopo, il negozio potrà avviare un nuovo pagamento per te.',
  },
  saving_notices: {
    canceled: 'Hai interrotto prima che venisse salvato qualcosa.',
    declined:
      'Il servizio di pagamento ha rifiutato questo metodo di pagamento e non è stato salvato nulla. Scegline un altro.',
    not_completed: 'L’operazione non è stata completata e non è stato salvato nulla. Riprova.',
    unreachable:
      'Non è stato possibile raggiungere il servizio di pagamento e non è stato salvato nulla. Riprova tra un momento.',
    no_connection: 'Non sei in linea e non è stato salvato nulla. Riprova appena torna la connessione.',
    window_open: 'Completa nella finestra che si è aperta.',
    expiring: 'Questa pagina scade tra meno di due minuti. Dopo, il negozio potrà ricominciare per te.',
  },
  notice_titles: {
    canceled: 'Annullato',
    declined: 'Rifiutato',
    not_completed: 'Non completato',
    window_open: 'In attesa della tua approvazione',
  },
  offline: 'Non sei in linea. Questa pagina riprende da sola appena torna la connessione.',
  summary: {
    pay: 'Paga {merchant}',
    save: 'Salva un metodo di pagamento per {merchant}',
    payment_to: 'Pagamento a {merchant}',
    payment: 'Pagamento',
    amount: 'Importo',
    shipping: 'Spedizione',
    free: 'Gratis',
    test: 'Ambiente di prova',
    test_means: 'non si muove denaro vero',
    usable_until: 'Scadenza di questa pagina: {time}.',
    secured_by: 'Protetto da {service}',
    items: { one: '{count} articolo', other: '{count} articoli' },
  },
  actions: {
    check_again: 'Verifica di nuovo',
    load_again: 'Ricarica i pulsanti',
    loading: 'Caricamento dei metodi di pagamento…',
    other_ways: 'Altri metodi di pagamento',
    continue_to_pay: 'Continua e paga {amount}',
    continue_to_provider: 'Continua con il servizio di pagamento',
    pay_at_provider: 'Paga invece sulla pagina del servizio di pagamento',
    confirm_payment: 'Conferma il pagamento di {amount}',
    confirm_saving: 'Salva questo metodo di pagamento',
    cancel: 'Annulla e torna a {merchant}',
    continue_to_shop: 'Continua su {merchant}',
    return_to_shop: 'Torna a {merchant}',
    print: 'Stampa la ricevuta',
  },
  hints: {
    asks_by_itself: 'Questa pagina chiede di nuovo da sola ogni pochi secondi.',
    approve_payment: 'Approvi il pagamento sulla pagina del servizio di pagamento e torni qui.',
    approve_saving: 'Dai l’approvazione sulla pagina del servizio di pagamento e torni qui.',
    no_window: 'Se non si apre nessuna finestra, approva il pagamento lì; poi torni qui.',
    not_charged_yet: 'Hai approvato il pagamento. Nulla viene addebitato finché non lo confermi qui.',
    not_saved_yet: 'Hai dato l’approvazione. Nulla viene salvato finché non lo confermi qui.',
    may_close: 'Puoi chiudere questa pagina.',
    goes_on: 'Il negozio si aprirà tra un momento.',
  },
  receipt: {
    heading: 'Ricevuta',
    paid_on: 'Pagato il',
    reference: 'Riferimento del pagamento',
    order: 'Ordine',
  },
  email: {
    label: 'E-mail',
    what_for: '{merchant} può scriverti lì riguardo a questo ordine.',
    wrong: 'Inserisci il tuo indirizzo e-mail completo, per esempio name@example.com.',
  },
  card: {
    form: 'Paga con carta',
    number: 'Numero della carta',
    expiry: 'Scadenza (MM/AA)',
    code: 'Codice di sicurezza',
    pay: 'Paga {amount}',
    checkNumber: 'Controlla il numero della carta.',
    checkExpiry: 'Controlla la data di scadenza.',
    checkCode: 'Controlla il codice di sicurezza.',
    checkName: 'Controlla il nome sulla carta.',
    notAccepted: 'Questo tipo di carta non è accettato qui.',
    enterAgain: 'Ricarica la pagina e inserisci di nuovo i dati della carta.',
    declined: 'La tua carta è stata rifiutata e non ti è stato addebitato nulla. Prova con un’altra carta.',
    not_saved: 'La tua carta è stata rifiutata e non è stato salvato nulla. Prova con un’altra carta.',
    failed: 'I campi della carta non sono stati caricati. Riprova.',
    load_again: 'Ricarica i campi della carta',
    needs_script: 'I campi della carta richiedono JavaScript, che è disattivato in questo browser.',
  },
  problems: {
    not_found: {
      heading: 'Non troviamo questo pagamento',
      text: 'Forse il link è incompleto. Aprilo di nuovo da dove l’hai trovato o chiedine uno nuovo al negozio.',
    },
    too_many: {
      heading: 'Troppe richieste',
      text: 'Dalla tua rete ne sono arrivate troppe. Aspetta un minuto, poi ricarica questa pagina.',
    },
    unavailable: { heading: 'Al momento non possiamo rispondere', text: 'Riprova tra un minuto.' },
    failed: {
      heading: 'Qualcosa è andato storto',
      text: 'L’errore è nostro. Riprova; se persiste, comunica questo numero all’assistenza: {number}',
    },
    refused: { heading: 'Non ha funzionato', text: 'Torna alla pagina precedente e riprova.' },
  },
};
