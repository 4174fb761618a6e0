// Holds the French texts of the sign-in pages and mails.
import { html } from '../../../base/text/html.ts'
import type { Texts } from './en.ts'

export const fr: Texts = {
  tag: 'fr',
  errorTitle: title => `Erreur : ${title}`,
  continueTo: application => html`pour continuer vers <strong>${application}</strong>`,
  mayDo: application => html`<strong>${application}</strong> pourra :`,
  scopes: {
    data: 'Lire et modifier vos données clients',
    'data.readonly': 'Lire vos données clients',
    webaccess: 'Utiliser l’interface web pour vous',
    openid: 'Savoir qui vous êtes',
    profile: 'Lire votre nom, votre langue et votre fuseau horaire',
    email: 'Lire votre adresse e-mail',
    offline_access: 'Rester connectée jusqu’à ce que vous y mettiez fin',
  },
  returnTo: host => html`Vous reviendrez ensuite à <strong>${host}</strong>.`,
  proceed: 'Continuer',
  cancel: 'Annuler',
  details: 'Détails',
  clientId: 'Identifiant du client',
  redirectUri: 'URI de redirection reçue',
  requestId: 'Identifiant de la requête',

  email: {
    title: 'Connexion',
    label: 'Adresse e-mail',
    another: 'Utiliser une autre adresse e-mail',
  },
  confirm: {
    title: 'Consultez votre messagerie',
    sent: email =>
      html`Si <strong>${email}</strong> peut se connecter ici, un message avec un code à 6 chiffres et un lien est en route. Les deux sont valables dix minutes.`,
    label: 'Code à 6 chiffres',
    hint: 'Rien reçu ? Regardez dans le dossier des indésirables.',
    resend: 'Envoyer un nouveau code',
  },
  account: {
    title: 'Choisissez un compte',
    several: email => html`<strong>${email}</strong> en a plusieurs.`,
    another: 'Choisir un autre compte',
  },
  password: {
    title: 'Saisissez votre mot de passe',
    in: database => html`Compte dans <strong>${database}</strong>`,
    label: 'Mot de passe',
    show: 'Afficher le mot de passe',
    submit: 'Se connecter',
    forgot: 'Mot de passe oublié ?',
    sso: 'Utiliser l’authentification unique',
    or: 'ou',
  },
  sso: {
    title: 'Authentification unique',
    by: database => html`<strong>${database}</strong> connecte ses utilisateurs par leur organisation.`,
    again: 'Réessayer',
  },
  factor: {
    title: 'Second facteur',
    open: email => html`Ouvrez votre application d’authentification pour <strong>${email}</strong>.`,
    label: 'Code à 6 chiffres ou code de récupération',
    hint: 'Chaque code sert une fois. Si vous avez perdu l’application et les codes de récupération, votre administrateur peut réinitialiser le second facteur.',
  },
  enroll: {
    title: 'Configurer un second facteur',
    required: database => html`<strong>${database}</strong> demande un second facteur à chaque connexion.`,
    scan: 'Scannez ce code avec une application d’authentification, puis saisissez le code à 6 chiffres qu’elle affiche.',
    qr: 'Code QR pour l’application d’authentification',
    type: 'Pas d’appareil photo ? Saisissez cette clé dans l’application :',
  },
  passkey: {
    use: 'Utiliser une clé d’accès',
    confirm: email => html`Confirmez que vous êtes <strong>${email}</strong>.`,
    recovery: 'Code de récupération',
    codeHint:
      'Si vous avez perdu votre clé d’accès, utilisez un code de récupération, ou demandez à votre administrateur de réinitialiser le second facteur.',
    enroll: 'Configurer une clé d’accès',
    enrollHint: 'Ou utilisez votre téléphone, votre clé de sécurité ou le verrouillage de l’écran de cet appareil.',
    instead: 'Utiliser une clé d’accès au lieu d’un mot de passe',
    insteadHint:
      'Vous vous connectez alors avec le verrouillage de l’écran de votre appareil, votre téléphone ou une clé de sécurité.',
    unavailable: 'Ce navigateur ne peut pas utiliser de clés d’accès, ou n’exécute pas de scripts.',
    notGiven: 'Le navigateur n’a donné aucune clé d’accès. Réessayez, ou utilisez un autre moyen.',
  },
  recoveryCodes: {
    title: 'Vos codes de récupération',
    text: 'Conservez-les en lieu sûr : chacun sert une fois à la place de l’application. Ils ne seront plus affichés.',
    proceed: 'Je les ai conservés',
  },
  link: {
    title: 'Poursuivre la connexion',
    confirms: email => html`Vous confirmez que <strong>${email}</strong> est à vous.`,
    codeTitle: 'Votre code de connexion',
    typeThere: application =>
      html`Vous avez commencé à vous connecter à <strong>${application}</strong> sur un autre appareil ou dans un autre navigateur. Saisissez-y ce code :`,
    notYou: 'Si vous n’avez commencé aucune connexion, fermez cette page et ne donnez le code à personne.',
  },
  consent: {
    title: application => `Autoriser ${application} ?`,
    in: database => html`Vous êtes connecté à <strong>${database}</strong>.`,
    loopback:
      'Cette application fonctionne sur votre propre ordinateur. Continuez seulement si vous venez de la lancer.',
    readOnly: 'Autoriser seulement la lecture',
    allow: 'Autoriser',
    later: 'Vous pouvez y mettre fin à tout moment, dans la console, sous votre compte.',
  },
  device: {
    title: 'Connecter un appareil',
    text: 'Saisissez le code que l’appareil ou la ligne de commande affiche.',
    check:
      'Continuez seulement si votre propre appareil affiche exactement ce code et si vous venez d’y lancer la connexion.',
    label: 'Code de l’appareil',
    wrong: 'Aucun appareil n’attend avec ce code. Vérifiez-le ; après dix minutes, l’appareil en affiche un nouveau.',
    warning:
      'C’est un appareil ou une ligne de commande qui le demande, pas ce navigateur. Continuez seulement si c’est le vôtre et si vous venez de le lancer.',
    allowedTitle: 'Votre appareil est connecté',
    allowed: 'Il continue de lui-même. Vous pouvez fermer cette page.',
    deniedTitle: 'Votre appareil n’a pas été connecté',
    denied: 'Vous pouvez fermer cette page.',
    lateTitle: 'Le code a expiré',
    late: 'Recommencez sur votre appareil, qui affiche alors un nouveau code.',
  },
  signOut: {
    title: 'Se déconnecter ?',
    text: 'Une application demande à vous déconnecter de ce navigateur. D’autres applications pourront vous demander de vous connecter à nouveau.',
    submit: 'Se déconnecter',
    doneTitle: 'Vous êtes déconnecté',
    done: 'Vous pouvez fermer cette page.',
  },
  newPassword: {
    title: 'Choisissez un mot de passe',
    welcome: 'Bienvenue',
    for: (email, database) => html`pour <strong>${email}</strong> dans <strong>${database}</strong>`,
    label: 'Nouveau mot de passe',
    hint: 'Au moins 8 caractères. Quelques mots qui ne vont ensemble que pour vous conviennent bien.',
    submit: 'Enregistrer le mot de passe',
    savedTitle: 'Votre mot de passe est enregistré',
    saved: 'Retournez à l’application que vous voulez utiliser et connectez-vous avec votre nouveau mot de passe.',
  },

  notices: {
    badEmail: () => 'Saisissez une adresse e-mail, par exemple ann@example.com.',
    wrongCode: left => `Ce code n’est pas le bon. ${left} ${left === 1 ? 'essai restant' : 'essais restants'}.`,
    deadCode: () => 'Ce code n’est plus valable. Envoyez-en un nouveau.',
    codeSent: email => `Un nouveau code est en route vers ${email}. Seul le plus récent est valable.`,
    chooseAccount: () => 'Choisissez un de vos comptes.',
    wrongPassword: () => 'Ce mot de passe n’est pas le bon. Réessayez.',
    wrongFactor: () => 'Ce code n’est pas correct, ou il a déjà servi. Attendez le suivant.',
    wrongSetup: () =>
      'Ce n’est pas le code actuel de l’application. Vérifiez l’horloge de votre appareil et saisissez le code suivant.',
    passkeyFailed: () => 'Cette clé d’accès n’a pas pu être vérifiée. Réessayez, ou connectez-vous autrement.',
    passkeyStale: () => 'Cela a pris trop de temps, ou est arrivé deux fois. Réessayez.',
    passkeyUnknown: () =>
      'Cette clé d’accès n’est pas connue ici ; elle a peut-être été supprimée. Connectez-vous autrement.',
    passkeyCopied: () =>
      'Cette clé d’accès a peut-être été copiée : son compteur a reculé. Connectez-vous autrement, et supprimez-la de votre compte.',
    passkeyNotAlone: () =>
      'Une clé d’accès seule ne suffit pas pour ce compte. Saisissez votre adresse e-mail et continuez à partir de là.',
    passkeyOrigin: address => `Les clés d’accès ne fonctionnent qu’à l’adresse ${address}. Recommencez là-bas.`,
    noPassword: () => 'Ce compte n’a pas encore de mot de passe. Demandez une invitation à votre administrateur.',
    resetSent: email =>
      `Un lien pour choisir un nouveau mot de passe est en route vers ${email}. Il sert une fois, pendant dix minutes.`,
    tooMany: minutes => `Trop d’essais. Réessayez dans ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    noSso: () => 'L’authentification unique n’est pas configurée pour ce compte. Adressez-vous à votre administrateur.',
    ssoUnreachable: () => 'La connexion de votre organisation est injoignable. Réessayez dans un instant.',
    ssoStale: () => 'Cette connexion a pris trop de temps ou est arrivée deux fois. Réessayez.',
    ssoNoProof: () =>
      'Votre organisation n’a pas confirmé votre identité. Demandez à votre administrateur de vérifier la configuration de l’authentification unique.',
    ssoOther: name => `Votre organisation vous a connecté comme une autre personne (${name}).`,
    ssoNoUser: email =>
      `Votre organisation vous a connecté, mais il n’y a pas d’utilisateur pour ${email} ici. Demandez une invitation à votre administrateur.`,
    ssoFailed: () => 'La connexion auprès de votre organisation a échoué. Réessayez.',
    passwordLength: () => 'Un mot de passe a au moins 8 et au plus 1 024 caractères.',
    passwordEasy: () =>
      'Ce mot de passe est trop facile à deviner : il est courant, ou c’est votre nom ou votre adresse. Choisissez-en un autre.',
  },

  errors: {
    ended: {
      title: 'Cette connexion est terminée',
      text: 'Elle est finie, a pris trop de temps ou a été commencée dans un autre navigateur. Retournez à l’application et recommencez.',
    },
    forged: {
      title: 'Ce formulaire ne peut pas être accepté',
      text: 'Il ne vient pas de la page de connexion. Revenez en arrière, rechargez la page et réessayez.',
    },
    unknown: { title: 'Cette page n’existe pas', text: 'Retournez à l’application et recommencez.' },
    deadLink: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a déjà servi ou date de plus de dix minutes. Retournez à la page où vous avez commencé et demandez un nouveau code.',
    },
    deadPasswordLink: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a déjà servi, il est trop ancien, ou un plus récent a été envoyé. Demandez une nouvelle invitation à votre administrateur, ou un nouveau mot de passe sur la page de connexion.',
    },
    badRequest: {
      title: 'Ce lien de connexion ne fonctionne pas',
      missing: name => `La requête n’indique pas ${name}.`,
      repeated: name => `La requête indique ${name} plusieurs fois.`,
      unknownClient: 'L’application d’où vous venez n’est pas enregistrée.',
      otherRedirect: 'L’adresse de retour (redirect_uri) n’est pas de celles que l’application a enregistrées.',
    },
    unavailable: {
      title: 'La connexion ne peut pas commencer maintenant',
      text: 'Retournez à l’application et réessayez.',
    },
    tooMany: { title: 'Trop d’essais' },
  },

  codeMail: {
    subject: code => `${code} est votre code de connexion`,
    code: 'Votre code de connexion est',
    type: application =>
      `Saisissez-le dans la page où vous avez commencé à vous connecter à ${application}, ou ouvrez ce lien :`,
    button: 'Poursuivre la connexion',
    once: 'Les deux servent une fois, pendant dix minutes. Si vous n’avez pas voulu vous connecter, ignorez ce message : sans lui, personne ne peut continuer.',
  },
  newDeviceMail: {
    subject: database => `Nouvelle connexion à ${database}`,
    text: database =>
      `Un navigateur que vous n’aviez pas encore utilisé s’est connecté à votre compte dans ${database}.`,
    unknown: 'Navigateur inconnu',
    from: address => `depuis ${address}`,
    button: 'Voir mes connexions',
    notYou: 'Si ce n’était pas vous, mettez-y fin à la session et changez votre mot de passe.',
  },
  factorResetMail: {
    subject: database => `Vos seconds facteurs pour ${database} ont été réinitialisés`,
    text: (by, database) =>
      `${by} a supprimé les seconds facteurs de votre compte dans ${database} : application d’authentification, clés d’accès et codes de récupération.`,
    button: 'Configurer un second facteur',
    notYou: 'Si vous ne l’avez pas demandé, prévenez aussitôt un autre administrateur et changez votre mot de passe.',
  },
  resetMail: {
    subject: database => `Choisissez un nouveau mot de passe pour ${database}`,
    text: database => `Un nouveau mot de passe a été demandé pour votre compte dans ${database}.`,
    button: 'Choisir un nouveau mot de passe',
    once: 'Le lien sert une fois, pendant dix minutes. Si vous ne l’avez pas demandé, ignorez ce message : votre mot de passe ne change pas.',
  },
  invitationMail: {
    subject: database => `Votre compte dans ${database}`,
    text: database => `Vous avez un compte dans ${database}.`,
    by: (name, database) => `${name} vous invite à travailler dans ${database}.`,
    choose: 'Choisissez un mot de passe pour vous connecter.',
    bySso: 'Vous vous connectez avec le compte de votre organisation.',
    open: 'Accepter l’invitation',
    button: 'Choisir un mot de passe',
    once: 'Le lien sert une fois, pendant sept jours.',
  },
}
