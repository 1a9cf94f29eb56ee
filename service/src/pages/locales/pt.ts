import type { Catalogue } from './catalogue.ts';

export const pt: Catalogue = {
  paying: {
    pay: { title: 'Pagar', heading: 'Escolha como pagar', text: '' },
    confirming: {
      title: 'Confirmando o pagamento',
      heading: 'Quase pronto',
      text: 'Estamos confirmando o seu pagamento. Leva alguns segundos; mantenha esta página aberta.',
    },
    unknown: {
      title: 'Verificando o pagamento',
      heading: 'Estamos verificando o seu pagamento',
      text: 'O provedor de pagamentos ainda não confirmou o resultado. Continuamos perguntando; não pague uma segunda vez. Se você fechar esta página, {merchant} saberá mesmo assim o que aconteceu.',
    },
    pending: {
      title: 'Pagamento pendente',
      heading: 'O seu pagamento está em análise',
      text: 'Você aprovou o pagamento e o provedor o está analisando, o que pode levar algum tempo. Não é preciso pagar de novo. Você pode fechar esta página; avisaremos {merchant} assim que a análise terminar.',
    },
    paid: {
      title: 'Pago',
      heading: 'Pagamento recebido',
      text: 'Obrigado. Você pagou {amount} a {merchant}.',
    },
    completed: {
      title: 'Pago',
      heading: 'Este pedido está pago',
      text: '{merchant} recebeu {amount}. Não há mais nada a fazer aqui.',
    },
    expired: {
      title: 'Expirada',
      heading: 'Esta página de pagamento expirou',
      text: 'Nada foi cobrado de você. Volte a {merchant} para recomeçar o pagamento.',
    },
    lapsed: {
      title: 'Expirada',
      heading: 'Esta página de pagamento expirou',
      text: 'Você aprovou aqui um pagamento que {merchant} não cobrou até agora. Ele ainda pode ser cobrado; por isso, pergunte a {merchant} antes de pagar de novo.',
    },
    cannot_pay: {
      title: 'Pagamento não disponível',
      heading: '{merchant} não pode aceitar este pagamento no momento',
      text: 'Nada foi cobrado de você. Entre em contato com {merchant} ou tente mais tarde.',
    },
    unsupported: {
      title: 'Pagamento não disponível',
      heading: 'Este pedido não pode ser pago nesta página',
      text: 'Nada foi cobrado de você. Peça a {merchant} outra forma de pagamento.',
    },
  },
  saving: {
    pay: {
      title: 'Salvar uma forma de pagamento',
      heading: 'Salvar uma forma de pagamento',
      text: '{merchant} pede para salvá-la para pagamentos futuros. Nada é cobrado agora.',
    },
    confirming: {
      title: 'Salvando',
      heading: 'Quase pronto',
      text: 'Estamos salvando a sua forma de pagamento. Leva alguns segundos; mantenha esta página aberta.',
    },
    unknown: {
      title: 'Verificando',
      heading: 'Estamos verificando o que foi salvo',
      text: 'O provedor de pagamentos ainda não confirmou. Continuamos perguntando, e nada é cobrado. Se você fechar esta página, {merchant} saberá mesmo assim o que aconteceu.',
    },
    pending: {
      title: 'Em análise',
      heading: 'O provedor está analisando',
      text: 'Nada é cobrado. Você pode fechar esta página; avisaremos {merchant} assim que a análise terminar.',
    },
    paid: {
      title: 'Salva',
      heading: 'A sua forma de pagamento está salva',
      text: 'Obrigado. {merchant} pode usá-la para pagamentos futuros. Nada foi cobrado de você.',
    },
    completed: {
      title: 'Salva',
      heading: 'Uma forma de pagamento está salva',
      text: '{merchant} pode usá-la para pagamentos futuros. Não há mais nada a fazer aqui.',
    },
    expired: {
      title: 'Expirada',
      heading: 'Esta página expirou',
      text: 'Nada foi salvo. Volte a {merchant} para recomeçar.',
    },
    cannot_pay: {
      title: 'Não disponível',
      heading: '{merchant} não pode salvar uma forma de pagamento no momento',
      text: 'Nada foi salvo nem cobrado. Entre em contato com {merchant} ou tente mais tarde.',
    },
    unsupported: {
      title: 'Não disponível',
      heading: 'Nenhuma forma de pagamento pode ser salva nesta página',
      text: 'Nada foi salvo nem cobrado. Peça a {merchant} outra opção.',
    },
  },
  no_way_back: {
    paying: 'Nada foi cobrado de você. Peça a {merchant} um novo link de pagamento.',
    saving: 'Nada foi salvo. Peça a {merchant} um novo link.',
  },
  notices: {
    canceled: 'Você saiu antes de pagar. Nada foi cobrado de você.',
    declined: 'O seu pagamento foi recusado e nada foi cobrado de você. Escolha outra forma de pagamento.',
    not_completed: 'Esse pagamento não foi concluído e nada foi cobrado de você. Tente de novo.',
    rate_limited: 'Houve tentativas demais a partir da sua rede. Aguarde um minuto e tente de novo.',
    unreachable:
      'Não foi possível contatar o provedor de pagamentos. Nada foi cobrado de você. Tente de novo daqui a pouco.',
    no_connection:
      'Você está sem internet. Nada foi cobrado de você. Tente de novo assim que a conexão voltar.',
    script_failed:
      'Não foi possível carregar os botões do provedor de pagamentos. A causa pode ser um bloqueador de conteúdo ou uma conexão fraca. Tente de novo ou continue na página do provedor.',
    window_open:
      'Conclua o pagamento na janela que se abriu. Se não vir nenhuma, use a opção abaixo dos botões.',
    expiring:
      'Esta página expira em menos de dois minutos. Depois disso, a loja pode iniciar um novo pagamento para você.',
  },
  saving_notices: {
    canceled: 'Você saiu antes que algo fosse salvo.',
    declined: 'O provedor recusou esta forma de pagamento e nada foi salvo. Escolha outra.',
    not_completed: 'Isso não foi concluído e nada foi salvo. Tente de novo.',
    unreachable:
      'Não foi possível contatar o provedor de pagamentos e nada foi salvo. Tente de novo daqui a pouco.',
    no_connection: 'Você está sem internet e nada foi salvo. Tente de novo assim que a conexão voltar.',
    window_open: 'Conclua na janela que se abriu.',
    expiring: 'Esta página expira em menos de dois minutos. Depois disso, a loja pode recomeçar para você.',
  },
  notice_titles: {
    canceled: 'Cancelado',
    declined: 'Recusado',
    not_completed: 'Não concluído',
    window_open: 'Aguardando a sua aprovação',
  },
  offline: 'Você está sem internet. Esta página continua sozinha assim que a conexão voltar.',
  summary: {
    pay: 'Pagar a {merchant}',
    save: 'Salvar uma forma de pagamento para {merchant}',
    payment_to: 'Pagamento a {merchant}',
    payment: 'Pagamento',
    amount: 'Valor',
    shipping: 'Frete',
    free: 'Grátis',
    test: 'Ambiente de teste',
    test_means: 'nenhum dinheiro real é movimentado',
    usable_until: 'Esta página pode ser usada até {time}.',
    secured_by: 'Protegido por {service}',
    items: { one: '{count} item', other: '{count} itens' },
  },
  actions: {
    check_again: 'Verificar de novo',
    load_again: 'Carregar os botões de novo',
    loading: 'Carregando formas de pagamento…',
    other_ways: 'Outras formas de pagamento',
    continue_to_pay: 'Continuar e pagar {amount}',
    continue_to_provider: 'Continuar para o provedor',
    pay_at_provider: 'Pagar na página do provedor de pagamentos',
    confirm_payment: 'Confirmar o pagamento de {amount}',
    confirm_saving: 'Salvar esta forma de pagamento',
    cancel: 'Cancelar e voltar a {merchant}',
    continue_to_shop: 'Continuar para {merchant}',
    return_to_shop: 'Voltar a {merchant}',
    print: 'Imprimir o recibo',
  },
  hints: {
    asks_by_itself: 'Esta página pergunta de novo sozinha a cada poucos segundos.',
    approve_payment: 'Você aprova o pagamento na página do provedor e volta para cá.',
    approve_saving: 'Você dá a sua aprovação na página do provedor e volta para cá.',
    no_window: 'Se nenhuma janela se abrir, aprove o pagamento lá; depois você volta para cá.',
    not_charged_yet: 'Você aprovou o pagamento. Nada é cobrado até você confirmar aqui.',
    not_saved_yet: 'Você deu a sua aprovação. Nada é salvo até você confirmar aqui.',
    may_close: 'Você pode fechar esta página.',
    goes_on: 'A loja será aberta em instantes.',
  },
  receipt: { heading: 'Recibo', paid_on: 'Pago em', reference: 'Referência do pagamento', order: 'Pedido' },
  email: {
    label: 'E-mail',
    what_for: '{merchant} pode escrever para você sobre este pedido.',
    wrong: 'Digite o seu endereço de e-mail completo, por exemplo name@example.com.',
  },
  card: {
    form: 'Pagar com cartão',
    number: 'Número do cartão',
    expiry: 'Validade (MM/AA)',
    code: 'Código de segurança',
    pay: 'Pagar {amount}',
    checkNumber: 'Verifique o número do cartão.',
    checkExpiry: 'Verifique a data de validade.',
    checkCode: 'Verifique o código de segurança.',
    checkName: 'Verifique o nome no cartão.',
    notAccepted: 'Este tipo de cartão não é aceito aqui.',
    enterAgain: 'Recarregue a página e digite os dados do cartão novamente.',
    declined: 'O seu cartão foi recusado e nada foi cobrado de você. Tente outro cartão.',
    not_saved: 'O seu cartão foi recusado e nada foi salvo. Tente outro cartão.',
    failed: 'Os campos do cartão não foram carregados. Tente novamente.',
    load_again: 'Carregar os campos do cartão novamente',
    needs_script: 'Os campos do cartão precisam de JavaScript, que está desativado neste navegador.',
  },
  problems: {
    not_found: {
      heading: 'Não encontramos este pagamento',
      text: 'O link pode estar incompleto. Abra-o de novo de onde o encontrou ou peça um novo à loja.',
    },
    too_many: {
      heading: 'Solicitações demais',
      text: 'Vieram solicitações demais da sua rede. Aguarde um minuto e carregue esta página de novo.',
    },
    unavailable: { heading: 'Não conseguimos responder no momento', text: 'Tente de novo em um minuto.' },
    failed: {
      heading: 'Algo deu errado',
      text: 'A falha é nossa. Tente de novo; se continuar, informe este número ao suporte: {number}',
    },
    refused: { heading: 'Isso não funcionou', text: 'Volte à página de onde veio e tente de novo.' },
  },
};
