import type { Catalogue } from './catalogue.ts';

export const es: Catalogue = {
  paying: {
    pay: { title: 'Pagar', heading: 'Elija cómo pagar', text: '' },
    confirming: {
      title: 'Confirmando el pago',
      heading: 'Casi listo',
      text: 'Estamos confirmando su pago. Tarda unos segundos; mantenga esta página abierta.',
    },
    unknown: {
      title: 'Comprobando el pago',
      heading: 'Estamos comprobando su pago',
      text: 'El proveedor de pagos aún no ha confirmado el resultado. Seguimos preguntando; no pague por segunda vez. Si cierra esta página, {merchant} sabrá igualmente lo que ha ocurrido.',
    },
    pending: {
      title: 'Pago pendiente',
      heading: 'Su pago está en revisión',
      text: 'Usted aprobó el pago y el proveedor lo está revisando, lo que puede tardar un poco. No tiene que pagar de nuevo. Puede cerrar esta página; {merchant} recibirá el aviso en cuanto termine la revisión.',
    },
    paid: { title: 'Pagado', heading: 'Pago recibido', text: 'Gracias. Ha pagado {amount} a {merchant}.' },
    completed: {
      title: 'Pagado',
      heading: 'Este pedido está pagado',
      text: '{merchant} ha recibido {amount}. No queda nada por hacer aquí.',
    },
    expired: {
      title: 'Caducada',
      heading: 'Esta página de pago ha caducado',
      text: 'No se le ha cobrado nada. Vuelva a {merchant} para empezar el pago de nuevo.',
    },
    lapsed: {
      title: 'Caducada',
      heading: 'Esta página de pago ha caducado',
      text: 'Usted aprobó aquí un pago que {merchant} no ha cobrado hasta ahora. Todavía puede cobrarse, así que pregunte a {merchant} antes de pagar de nuevo.',
    },
    cannot_pay: {
      title: 'Pago no disponible',
      heading: '{merchant} no puede aceptar este pago ahora mismo',
      text: 'No se le ha cobrado nada. Póngase en contacto con {merchant} o inténtelo más tarde.',
    },
    unsupported: {
      title: 'Pago no disponible',
      heading: 'Este pedido no se puede pagar en esta página',
      text: 'No se le ha cobrado nada. Pida a {merchant} otra forma de pago.',
    },
  },
  saving: {
    pay: {
      title: 'Guardar una forma de pago',
      heading: 'Guardar una forma de pago',
      text: '{merchant} pide guardarla para pagos posteriores. Ahora no se cobra nada.',
    },
    confirming: {
      title: 'Guardando',
      heading: 'Casi listo',
      text: 'Estamos guardando su forma de pago. Tarda unos segundos; mantenga esta página abierta.',
    },
    unknown: {
      title: 'Comprobando',
      heading: 'Estamos comprobando qué se ha guardado',
      text: 'El proveedor de pagos aún no lo ha confirmado. Seguimos preguntando y no se cobra nada. Si cierra esta página, {merchant} sabrá igualmente lo que ha ocurrido.',
    },
    pending: {
      title: 'En revisión',
      heading: 'El proveedor de pagos lo está revisando',
      text: 'No se cobra nada. Puede cerrar esta página; {merchant} recibirá el aviso en cuanto termine la revisión.',
    },
    paid: {
      title: 'Guardada',
      heading: 'Su forma de pago está guardada',
      text: 'Gracias. {merchant} puede usarla para pagos posteriores. No se le ha cobrado nada.',
    },
    completed: {
      title: 'Guardada',
      heading: 'Hay una forma de pago guardada',
      text: '{merchant} puede usarla para pagos posteriores. No queda nada por hacer aquí.',
    },
    expired: {
      title: 'Caducada',
      heading: 'Esta página ha caducado',
      text: 'No se ha guardado nada. Vuelva a {merchant} para empezar de nuevo.',
    },
    cannot_pay: {
      title: 'No disponible',
      heading: '{merchant} no puede guardar una forma de pago ahora mismo',
      text: 'No se ha guardado ni cobrado nada. Póngase en contacto con {merchant} o inténtelo más tarde.',
    },
    unsupported: {
      title: 'No disponible',
      heading: 'En esta página no se puede guardar ninguna forma de pago',
      text: 'No se ha guardado ni cobrado nada. Pida a {merchant} otra opción.',
    },
  },
  no_way_back: {
    paying: 'No se le ha cobrado nada. Pida a {merchant} un nuevo enlace de pago.',
    saving: 'No se ha guardado nada. Pida a {merchant} un nuevo enlace.',
  },
  notices: {
    canceled: 'Salió antes de pagar. No se le ha cobrado nada.',
    declined: 'Su pago ha sido rechazado y no se le ha cobrado nada. Elija otra forma de pago.',
    not_completed: 'Ese pago no se completó y no se le ha cobrado nada. Inténtelo de nuevo.',
    rate_limited: 'Hubo demasiados intentos desde su red. Espere un minuto e inténtelo de nuevo.',
    unreachable:
      'No se pudo contactar con el proveedor de pagos. No se le ha cobrado nada. Inténtelo de nuevo dentro de un momento.',
    no_connection:
      'No tiene conexión a internet. No se le ha cobrado nada. Inténtelo de nuevo en cuanto vuelva la conexión.',
    script_failed:
      'No se pudieron cargar los botones del proveedor de pagos. La causa puede ser un bloqueador de contenido o una conexión débil. Inténtelo de nuevo o continúe en la página del proveedor.',
    window_open:
      'Termine el pago en la ventana que se ha abierto. Si no ve ninguna, use la opción que hay debajo de los botones.',
    expiring:
      'Esta página caduca en menos de dos minutos. Después, la tienda podrá empezar un nuevo pago para usted.',
  },
  saving_notices: {
    canceled: 'Salió antes de que se guardara nada.',
    declined: 'El proveedor de pagos rechazó esta forma de pago y no se ha guardado nada. Elija otra.',
    not_completed: 'No se completó y no se ha guardado nada. Inténtelo de nuevo.',
    unreachable:
      'No se pudo contactar con el proveedor de pagos y no se ha guardado nada. Inténtelo de nuevo dentro de un momento.',
    no_connection:
      'No tiene conexión a internet y no se ha guardado nada. Inténtelo de nuevo en cuanto vuelva la conexión.',
    window_open: 'Termine en la ventana que se ha abierto.',
    expiring:
      'Esta página caduca en menos de dos minutos. Después, la tienda podrá empezar de nuevo para usted.',
  },
  notice_titles: {
    canceled: 'Cancelado',
    declined: 'Rechazado',
    not_completed: 'No completado',
    window_open: 'Esperando su aprobación',
  },
  offline: 'No tiene conexión a internet. Esta página seguirá por sí sola en cuanto vuelva la conexión.',
  summary: {
    pay: 'Pagar a {merchant}',
    save: 'Guardar una forma de pago para {merchant}',
    payment_to: 'Pago a {merchant}',
    payment: 'Pago',
    amount: 'Importe',
    shipping: 'Envío',
    free: 'Gratis',
    test: 'Entorno de pruebas',
    test_means: 'no se mueve dinero real',
    usable_until: 'Caducidad de esta página: {time}.',
    secured_by: 'Protegido por {service}',
    items: { one: '{count} artículo', other: '{count} artículos' },
  },
  actions: {
    check_again: 'Comprobar de nuevo',
    load_again: 'Cargar los botones de nuevo',
    loading: 'Cargando formas de pago…',
    other_ways: 'Otras formas de pago',
    continue_to_pay: 'Continuar y pagar {amount}',
    continue_to_provider: 'Continuar con el proveedor de pagos',
    pay_at_provider: 'Pagar en la página del proveedor de pagos',
    confirm_payment: 'Confirmar el pago de {amount}',
    confirm_saving: 'Guardar esta forma de pago',
    cancel: 'Cancelar y volver a {merchant}',
    continue_to_shop: 'Continuar a {merchant}',
    return_to_shop: 'Volver a {merchant}',
    print: 'Imprimir el recibo',
  },
  hints: {
    asks_by_itself: 'Esta página vuelve a preguntar por sí sola cada pocos segundos.',
    approve_payment: 'Aprobará el pago en la página del proveedor de pagos y volverá aquí.',
    approve_saving: 'Dará su aprobación en la página del proveedor de pagos y volverá aquí.',
    no_window: 'Si no se abre ninguna ventana, apruebe el pago allí; después volverá aquí.',
    not_charged_yet: 'Ha aprobado el pago. No se cobra nada hasta que lo confirme aquí.',
    not_saved_yet: 'Ha dado su aprobación. No se guarda nada hasta que lo confirme aquí.',
    may_close: 'Puede cerrar esta página.',
    goes_on: 'La tienda se abrirá en un momento.',
  },
  receipt: { heading: 'Recibo', paid_on: 'Pagado el', reference: 'Referencia del pago', order: 'Pedido' },
  email: {
    label: 'Correo electrónico',
    what_for: '{merchant} podrá escribirle ahí sobre este pedido.',
    wrong: 'Escriba su dirección de correo completa, por ejemplo name@example.com.',
  },
  card: {
    form: 'Pagar con tarjeta',
    number: 'Número de tarjeta',
    expiry: 'Caducidad (MM/AA)',
    code: 'Código de seguridad',
    pay: 'Pagar {amount}',
    checkNumber: 'Revise el número de la tarjeta.',
    checkExpiry: 'Revise la fecha de caducidad.',
    checkCode: 'Revise el código de seguridad.',
    checkName: 'Revise el nombre que figura en la tarjeta.',
    notAccepted: 'Aquí no se acepta este tipo de tarjeta.',
    enterAgain: 'Vuelva a cargar la página e introduzca de nuevo los datos de la tarjeta.',
    declined: 'Su tarjeta ha sido rechazada y no se le ha cobrado nada. Pruebe con otra tarjeta.',
    not_saved: 'Su tarjeta ha sido rechazada y no se ha guardado nada. Pruebe con otra tarjeta.',
    failed: 'Los campos de la tarjeta no se han cargado. Inténtelo de nuevo.',
    load_again: 'Volver a cargar los campos de la tarjeta',
    needs_script: 'Los campos de la tarjeta necesitan JavaScript, que está desactivado en este navegador.',
  },
  problems: {
    not_found: {
      heading: 'No encontramos este pago',
      text: 'Puede que el enlace esté incompleto. Ábralo de nuevo desde donde lo encontró o pida uno nuevo a la tienda.',
    },
    too_many: {
      heading: 'Demasiadas solicitudes',
      text: 'Han llegado demasiadas desde su red. Espere un minuto y vuelva a cargar esta página.',
    },
    unavailable: {
      heading: 'No podemos responder en este momento',
      text: 'Inténtelo de nuevo dentro de un minuto.',
    },
    failed: {
      heading: 'Algo ha salido mal',
      text: 'El fallo es nuestro. Inténtelo de nuevo; si continúa, indique este número al servicio de asistencia: {number}',
    },
    refused: {
      heading: 'No ha funcionado',
      text: 'Vuelva a la página de la que venía e inténtelo de nuevo.',
    },
  },
};
