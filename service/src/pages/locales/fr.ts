import type { Catalogue } from './catalogue.ts';

export const fr: Catalogue = {
  paying: {
    pay: { title: 'Payer', heading: 'Choisissez comment payer', text: '' },
    confirming: {
      title: 'Confirmation du paiement',
      heading: 'C’est presque terminé',
      text: 'Nous confirmons votre paiement. Cela prend quelques secondes ; veuillez laisser cette page ouverte.',
    },
    unknown: {
      title: 'Vérification du paiement',
      heading: 'Nous vérifions votre paiement',
      text: 'Le prestataire de paiement n’a pas encore confirmé le résultat. Nous continuons à le demander ; veuillez ne pas payer une seconde fois. Si vous fermez cette page, {merchant} saura tout de même ce qui s’est passé.',
    },
    pending: {
      title: 'Paiement en attente',
      heading: 'Votre paiement est en cours d’examen',
      text: 'Vous avez approuvé le paiement et le prestataire l’examine, ce qui peut prendre un moment. Vous n’avez pas à payer de nouveau. Vous pouvez fermer cette page ; nous préviendrons {merchant} dès que l’examen sera terminé.',
    },
    paid: {
      title: 'Payé',
      heading: 'Paiement reçu',
      text: 'Merci. Vous avez payé {amount} à {merchant}.',
    },
    completed: {
      title: 'Payé',
      heading: 'Cette commande est payée',
      text: '{merchant} a reçu {amount}. Il n’y a plus rien à faire ici.',
    },
    expired: {
      title: 'Expirée',
      heading: 'Cette page de paiement a expiré',
      text: 'Rien ne vous a été débité. Retournez chez {merchant} pour recommencer le paiement.',
    },
    lapsed: {
      title: 'Expirée',
      heading: 'Cette page de paiement a expiré',
      text: 'Vous avez approuvé ici un paiement que {merchant} n’a pas encaissé jusqu’à présent. Il peut encore l’être ; veuillez donc demander à {merchant} avant de payer de nouveau.',
    },
    cannot_pay: {
      title: 'Paiement impossible',
      heading: '{merchant} ne peut pas accepter ce paiement pour le moment',
      text: 'Rien ne vous a été débité. Veuillez contacter {merchant} ou réessayer plus tard.',
    },
    unsupported: {
      title: 'Paiement impossible',
      heading: 'Cette commande ne peut pas être payée sur cette page',
      text: 'Rien ne vous a été débité. Veuillez demander à {merchant} un autre moyen de paiement.',
    },
  },
  saving: {
    pay: {
      title: 'Enregistrer un moyen de paiement',
      heading: 'Enregistrer un moyen de paiement',
      text: '{merchant} demande à l’enregistrer pour de futurs paiements. Rien n’est débité maintenant.',
    },
    confirming: {
      title: 'Enregistrement',
      heading: 'C’est presque terminé',
      text: 'Nous enregistrons votre moyen de paiement. Cela prend quelques secondes ; veuillez laisser cette page ouverte.',
    },
    unknown: {
      title: 'Vérification',
      heading: 'Nous vérifions ce qui a été enregistré',
      text: 'Le prestataire de paiement ne l’a pas encore confirmé. Nous continuons à le demander, et rien n’est débité. Si vous fermez cette page, {merchant} saura tout de même ce qui s’est passé.',
    },
    pending: {
      title: 'En cours d’examen',
      heading: 'Le prestataire l’examine',
      text: 'Rien n’est débité. Vous pouvez fermer cette page ; nous préviendrons {merchant} dès que l’examen sera terminé.',
    },
    paid: {
      title: 'Enregistré',
      heading: 'Votre moyen de paiement est enregistré',
      text: 'Merci. {merchant} peut l’utiliser pour de futurs paiements. Rien ne vous a été débité.',
    },
    completed: {
      title: 'Enregistré',
      heading: 'Un moyen de paiement est enregistré',
      text: '{merchant} peut l’utiliser pour de futurs paiements. Il n’y a plus rien à faire ici.',
    },
    expired: {
      title: 'Expirée',
      heading: 'Cette page a expiré',
      text: 'Rien n’a été enregistré. Retournez chez {merchant} pour recommencer.',
    },
    cannot_pay: {
      title: 'Impossible',
      heading: '{merchant} ne peut pas enregistrer de moyen de paiement pour le moment',
      text: 'Rien n’a été enregistré ni débité. Veuillez contacter {merchant} ou réessayer plus tard.',
    },
    unsupported: {
      title: 'Impossible',
      heading: 'Aucun moyen de paiement ne peut être enregistré sur cette page',
      text: 'Rien n’a été enregistré ni débité. Veuillez demander à {merchant} une autre solution.',
    },
  },
  no_way_back: {
    paying: 'Rien ne vous a été débité. Demandez à {merchant} un nouveau lien de paiement.',
    saving: 'Rien n’a été enregistré. Demandez à {merchant} un nouveau lien.',
  },
  notices: {
    canceled: 'Vous avez quitté le paiement avant la fin. Rien ne vous a été débité.',
    declined:
      'Votre paiement a été refusé et rien ne vous a été débité. Veuillez choisir un autre moyen de paiement.',
    not_completed: 'Ce paiement n’a pas abouti et rien ne vous a été débité. Veuillez réessayer.',
    rate_limited:
      'Trop de tentatives sont venues de votre réseau. Veuillez attendre une minute, puis réessayer.',
    unreachable:
      'Le prestataire de paiement n’a pas pu être joint. Rien ne vous a été débité. Veuillez réessayer dans un instant.',
    no_connection:
      'Vous êtes hors ligne. Rien ne vous a été débité. Veuillez réessayer dès que la connexion sera rétablie.',
    script_failed:
      'Les boutons du prestataire de paiement n’ont pas pu être chargés. Un bloqueur de contenu ou une mauvaise connexion peut en être la cause. Réessayez, ou continuez sur la page du prestataire.',
    window_open:
      'Terminez le paiement dans la fenêtre qui s’est ouverte. Si vous n’en voyez pas, utilisez le bouton qui se trouve plus bas.',
    expiring:
      'Cette page expire dans moins de deux minutes. Ensuite, la boutique pourra commencer un nouveau paiement pour vous.',
  },
  saving_notices: {
    canceled: 'Vous avez quitté la page avant tout enregistrement.',
    declined:
      'Le prestataire a refusé ce moyen de paiement et rien n’a été enregistré. Veuillez en choisir un autre.',
    not_completed: 'Cela n’a pas abouti et rien n’a été enregistré. Veuillez réessayer.',
    unreachable:
      'Le prestataire de paiement n’a pas pu être joint et rien n’a été enregistré. Veuillez réessayer dans un instant.',
    no_connection:
      'Vous êtes hors ligne et rien n’a été enregistré. Veuillez réessayer dès que la connexion sera rétablie.',
    window_open: 'Terminez dans la fenêtre qui s’est ouverte.',
    expiring:
      'Cette page expire dans moins de deux minutes. Ensuite, la boutique pourra recommencer pour vous.',
  },
  notice_titles: {
    canceled: 'Annulé',
    declined: 'Refusé',
    not_completed: 'Non abouti',
    window_open: 'En attente de votre accord',
  },
  offline: 'Vous êtes hors ligne. Cette page reprendra d’elle-même dès que la connexion sera rétablie.',
  summary: {
    pay: 'Payer {merchant}',
    save: 'Enregistrer un moyen de paiement pour {merchant}',
    payment_to: 'Paiement à {merchant}',
    payment: 'Paiement',
    amount: 'Montant',
    shipping: 'Livraison',
    free: 'Gratuit',
    test: 'Environnement de test',
    test_means: 'aucun argent réel ne circule',
    usable_until: 'Fin de validité de cette page : {time}.',
    secured_by: 'Sécurisé par {service}',
    items: { one: '{count} article', other: '{count} articles' },
  },
  actions: {
    check_again: 'Vérifier de nouveau',
    load_again: 'Recharger les boutons',
    loading: 'Chargement des moyens de paiement…',
    other_ways: 'Autres moyens de paiement',
    continue_to_pay: 'Continuer pour payer {amount}',
    continue_to_provider: 'Continuer vers le prestataire',
    pay_at_provider: 'Payer plutôt sur la page du prestataire de paiement',
    confirm_payment: 'Confirmer le paiement de {amount}',
    confirm_saving: 'Enregistrer ce moyen de paiement',
    cancel: 'Annuler et retourner chez {merchant}',
    continue_to_shop: 'Continuer chez {merchant}',
    return_to_shop: 'Retourner chez {merchant}',
    print: 'Imprimer le reçu',
  },
  hints: {
    asks_by_itself: 'Cette page vérifie de nouveau d’elle-même à quelques secondes d’intervalle.',
    approve_payment: 'Vous approuvez le paiement sur la page du prestataire, puis vous revenez ici.',
    approve_saving: 'Vous donnez votre accord sur la page du prestataire, puis vous revenez ici.',
    no_window: 'Si aucune fenêtre ne s’ouvre, approuvez le paiement sur cette page ; vous reviendrez ici.',
    not_charged_yet:
      'Vous avez approuvé le paiement. Rien n’est débité tant que vous ne l’avez pas confirmé ici.',
    not_saved_yet:
      'Vous avez donné votre accord. Rien n’est enregistré tant que vous ne l’avez pas confirmé ici.',
    may_close: 'Vous pouvez fermer cette page.',
    goes_on: 'La boutique s’ouvrira dans un instant.',
  },
  receipt: { heading: 'Reçu', paid_on: 'Payé le', reference: 'Référence du paiement', order: 'Commande' },
  email: {
    label: 'Adresse e-mail',
    what_for: '{merchant} pourra vous y joindre au sujet de cette commande.',
    wrong: 'Veuillez saisir votre adresse e-mail complète, par exemple name@example.com.',
  },
  card: {
    form: 'Payer par carte',
    number: 'Numéro de carte',
    expiry: 'Expiration (MM/AA)',
    code: 'Code de sécurité',
    pay: 'Payer {amount}',
    checkNumber: 'Vérifiez le numéro de carte.',
    checkExpiry: 'Vérifiez la date d’expiration.',
    checkCode: 'Vérifiez le code de sécurité.',
    checkName: 'Vérifiez le nom inscrit sur la carte.',
    notAccepted: 'Ce type de carte n’est pas accepté ici.',
    enterAgain: 'Rechargez la page et saisissez à nouveau les données de la carte.',
    declined: 'Votre carte a été refusée et rien ne vous a été débité. Veuillez essayer une autre carte.',
    not_saved: 'Votre carte a été refusée et rien n’a été enregistré. Veuillez essayer une autre carte.',
    failed: 'Les champs de carte ne se sont pas chargés. Veuillez réessayer.',
    load_again: 'Recharger les champs de carte',
    needs_script: 'Les champs de carte nécessitent JavaScript, qui est désactivé dans ce navigateur.',
  },
  problems: {
    not_found: {
      heading: 'Nous ne trouvons pas ce paiement',
      text: 'Le lien est peut-être incomplet. Veuillez l’ouvrir de nouveau depuis l’endroit où vous l’avez trouvé, ou en demander un nouveau à la boutique.',
    },
    too_many: {
      heading: 'Trop de demandes',
      text: 'Trop de demandes sont venues de votre réseau. Veuillez attendre une minute, puis recharger cette page.',
    },
    unavailable: {
      heading: 'Nous ne pouvons pas répondre pour le moment',
      text: 'Veuillez réessayer dans une minute.',
    },
    failed: {
      heading: 'Une erreur s’est produite',
      text: 'L’erreur vient de notre côté. Veuillez réessayer ; si le problème persiste, indiquez ce numéro à l’assistance : {number}',
    },
    refused: {
      heading: 'Cela n’a pas fonctionné',
      text: 'Veuillez revenir à la page d’où vous venez et réessayer.',
    },
  },
};
