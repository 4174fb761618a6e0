// Holds the Spanish texts of the sign-in pages and mails.
import { html } from '../../../base/text/html.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  tag: 'es',
  errorTitle: title => `Error: ${title}`,
  continueTo: application => html`para continuar en <strong>${application}</strong>`,
  mayDo: application => html`<strong>${application}</strong> podrá:`,
  scopes: {
    data: 'Leer y modificar los datos de sus clientes',
    'data.readonly': 'Leer los datos de sus clientes',
    webaccess: 'Usar la interfaz web por usted',
    openid: 'Saber quién es usted',
    profile: 'Leer su nombre, su idioma y su zona horaria',
    email: 'Leer su dirección de correo',
    offline_access: 'Seguir conectada hasta que usted lo termine',
  },
  returnTo: host => html`Después volverá a <strong>${host}</strong>.`,
  proceed: 'Continuar',
  cancel: 'Cancelar',
  details: 'Detalles',
  clientId: 'Identificador del cliente',
  redirectUri: 'URI de redirección recibida',
  requestId: 'Identificador de la solicitud',

  email: {
    title: 'Iniciar sesión',
    label: 'Correo electrónico',
    another: 'Usar otro correo electrónico',
  },
  confirm: {
    title: 'Revise su correo',
    sent: email =>
      html`Si <strong>${email}</strong> puede iniciar sesión aquí, un mensaje con un código de 6 cifras y un enlace está en camino. Ambos valen durante diez minutos.`,
    label: 'Código de 6 cifras',
    hint: '¿No ha llegado nada? Mire en la carpeta de correo no deseado.',
    resend: 'Enviar un código nuevo',
  },
  account: {
    title: 'Elija una cuenta',
    several: email => html`<strong>${email}</strong> tiene más de una.`,
    another: 'Elegir otra cuenta',
  },
  password: {
    title: 'Escriba su contraseña',
    in: database => html`Cuenta en <strong>${database}</strong>`,
    label: 'Contraseña',
    show: 'Mostrar la contraseña',
    submit: 'Iniciar sesión',
    forgot: '¿Ha olvidado su contraseña?',
    sso: 'Usar el inicio de sesión único',
    or: 'o',
  },
  sso: {
    title: 'Inicio de sesión único',
    by: database => html`Los usuarios de <strong>${database}</strong> inician sesión a través de su organización.`,
    again: 'Intentar de nuevo',
  },
  factor: {
    title: 'Segundo factor',
    open: email => html`Abra su aplicación de autenticación para <strong>${email}</strong>.`,
    label: 'Código de 6 cifras o un código de recuperación',
    hint: 'Cada código sirve una vez. Si ha perdido la aplicación y los códigos de recuperación, su administrador puede restablecer el segundo factor.',
  },
  enroll: {
    title: 'Configurar un segundo factor',
    required: database => html`<strong>${database}</strong> pide un segundo factor en cada inicio de sesión.`,
    scan: 'Escanee este código con una aplicación de autenticación y escriba el código de 6 cifras que muestra.',
    qr: 'Código QR para la aplicación de autenticación',
    type: '¿Sin cámara? Escriba esta clave en la aplicación:',
  },
  passkey: {
    use: 'Usar una llave de acceso',
    confirm: email => html`Confirme que usted es <strong>${email}</strong>.`,
    recovery: 'Código de recuperación',
    codeHint:
      'Si ha perdido su llave de acceso, use un código de recuperación o pida a su administrador que restablezca el segundo factor.',
    enroll: 'Configurar una llave de acceso',
    enrollHint: 'O use su teléfono, su llave de seguridad o el bloqueo de pantalla de este dispositivo.',
    instead: 'Usar una llave de acceso en lugar de una contraseña',
    insteadHint:
      'Entonces inicia sesión con el bloqueo de pantalla de su dispositivo, su teléfono o una llave de seguridad.',
    unavailable: 'Este navegador no puede usar llaves de acceso, o no ejecuta scripts.',
    notGiven: 'El navegador no dio ninguna llave de acceso. Inténtelo de nuevo o use otro medio.',
  },
  recoveryCodes: {
    title: 'Sus códigos de recuperación',
    text: 'Guárdelos en un lugar seguro: cada uno sirve una vez en lugar de la aplicación. No se mostrarán de nuevo.',
    proceed: 'Los he guardado',
  },
  link: {
    title: 'Continuar el inicio de sesión',
    confirms: email => html`Con esto confirma que <strong>${email}</strong> es suyo.`,
    codeTitle: 'Su código de inicio de sesión',
    typeThere: application =>
      html`Empezó a iniciar sesión en <strong>${application}</strong> en otro dispositivo o en otro navegador. Escriba allí este código:`,
    notYou: 'Si no ha empezado a iniciar sesión, cierre esta página y no dé el código a nadie.',
  },
  consent: {
    title: application => `¿Permitir ${application}?`,
    in: database => html`Ha iniciado sesión en <strong>${database}</strong>.`,
    loopback: 'Esta aplicación se ejecuta en su propio equipo. Continúe solo si acaba de iniciarla.',
    readOnly: 'Permitir solo leer',
    allow: 'Permitir',
    later: 'Puede ponerle fin en cualquier momento, en la consola, en su cuenta.',
  },
  device: {
    title: 'Conectar un dispositivo',
    text: 'Escriba el código que muestra el dispositivo o la línea de comandos.',
    check:
      'Continúe solo si su propio dispositivo muestra exactamente este código y acaba de iniciar la conexión en él.',
    label: 'Código del dispositivo',
    wrong: 'Ningún dispositivo espera con este código. Compruébelo; a los diez minutos el dispositivo muestra otro.',
    warning:
      'Lo pide un dispositivo o una línea de comandos, no este navegador. Continúe solo si es suyo y acaba de iniciarlo.',
    allowedTitle: 'Su dispositivo está conectado',
    allowed: 'Continúa por sí mismo. Puede cerrar esta página.',
    deniedTitle: 'Su dispositivo no se ha conectado',
    denied: 'Puede cerrar esta página.',
    lateTitle: 'El código ha caducado',
    late: 'Empiece de nuevo en su dispositivo, que mostrará otro código.',
  },
  signOut: {
    title: '¿Cerrar la sesión?',
    text: 'Una aplicación pide cerrar su sesión en este navegador. Otras aplicaciones pueden pedirle que inicie sesión de nuevo.',
    submit: 'Cerrar la sesión',
    doneTitle: 'Ha cerrado la sesión',
    done: 'Puede cerrar esta página.',
  },
  newPassword: {
    title: 'Elija una contraseña',
    welcome: 'Bienvenida',
    for: (email, database) => html`para <strong>${email}</strong> en <strong>${database}</strong>`,
    label: 'Contraseña nueva',
    hint: 'Al menos 8 caracteres. Sirven bien varias palabras que solo usted relaciona.',
    submit: 'Guardar la contraseña',
    savedTitle: 'Su contraseña está guardada',
    saved: 'Vuelva a la aplicación que quiere usar e inicie sesión con su contraseña nueva.',
  },

  notices: {
    badEmail: () => 'Escriba un correo electrónico, por ejemplo ann@example.com.',
    wrongCode: left => `Ese código no es correcto. ${left === 1 ? 'Queda 1 intento' : `Quedan ${left} intentos`}.`,
    deadCode: () => 'Este código ya no vale. Envíe uno nuevo.',
    codeSent: email => `Un código nuevo está en camino a ${email}. Solo vale el más reciente.`,
    chooseAccount: () => 'Elija una de sus cuentas.',
    wrongPassword: () => 'Esa contraseña no es correcta. Inténtelo de nuevo.',
    wrongFactor: () => 'Ese código no es correcto o ya se usó. Espere al siguiente.',
    wrongSetup: () =>
      'Ese no es el código actual de la aplicación. Compruebe el reloj de su dispositivo y escriba el siguiente código.',
    passkeyFailed: () => 'No se pudo comprobar esa llave de acceso. Inténtelo de nuevo o inicie sesión de otra manera.',
    passkeyStale: () => 'Tardó demasiado o llegó dos veces. Inténtelo de nuevo.',
    passkeyUnknown: () => 'Esta llave de acceso no se conoce aquí; tal vez se eliminó. Inicie sesión de otra manera.',
    passkeyCopied: () =>
      'Es posible que esta llave de acceso se haya copiado: su contador retrocedió. Inicie sesión de otra manera y elimínela de su cuenta.',
    passkeyNotAlone: () =>
      'Una llave de acceso sola no basta para esta cuenta. Escriba su dirección de correo y continúe desde ahí.',
    passkeyOrigin: address => `Las llaves de acceso solo funcionan en ${address}. Empiece de nuevo allí.`,
    noPassword: () => 'Esta cuenta todavía no tiene contraseña. Pida una invitación a su administrador.',
    resetSent: email =>
      `Un enlace para elegir una contraseña nueva está en camino a ${email}. Vale una vez, durante diez minutos.`,
    tooMany: minutes =>
      `Demasiados intentos. Inténtelo de nuevo en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
    noSso: () => 'El inicio de sesión único no está configurado para esta cuenta. Consulte a su administrador.',
    ssoUnreachable: () =>
      'No se puede acceder ahora al inicio de sesión de su organización. Inténtelo de nuevo en un momento.',
    ssoStale: () => 'Ese inicio de sesión tardó demasiado o llegó dos veces. Inténtelo de nuevo.',
    ssoNoProof: () =>
      'Su organización no ha confirmado quién es usted. Pida a su administrador que revise la configuración del inicio de sesión único.',
    ssoOther: name => `Su organización ha iniciado su sesión como otra persona (${name}).`,
    ssoNoUser: email =>
      `Su organización ha iniciado su sesión, pero aquí no hay ningún usuario para ${email}. Pida una invitación a su administrador.`,
    ssoFailed: () => 'El inicio de sesión en su organización no se completó. Inténtelo de nuevo.',
    passwordLength: () => 'Una contraseña tiene al menos 8 y como máximo 1024 caracteres.',
    passwordEasy: () =>
      'Esta contraseña es demasiado fácil de adivinar: es común, o es su propio nombre o su dirección. Elija otra.',
  },

  errors: {
    ended: {
      title: 'Este inicio de sesión ha terminado',
      text: 'Ha terminado, ha tardado demasiado o empezó en otro navegador. Vuelva a la aplicación y empiece de nuevo.',
    },
    forged: {
      title: 'Este formulario no se puede aceptar',
      text: 'No procede de la página de inicio de sesión. Vuelva atrás, recargue la página e inténtelo de nuevo.',
    },
    unknown: { title: 'Esta página no existe', text: 'Vuelva a la aplicación y empiece de nuevo.' },
    deadLink: {
      title: 'Este enlace ya no vale',
      text: 'Ya se usó o tiene más de diez minutos. Vuelva a la página donde empezó y pida un código nuevo.',
    },
    deadPasswordLink: {
      title: 'Este enlace ya no vale',
      text: 'Ya se usó, es demasiado antiguo o se envió otro más reciente. Pida una invitación nueva a su administrador, o una contraseña nueva en la página de inicio de sesión.',
    },
    badRequest: {
      title: 'Este enlace de inicio de sesión no funciona',
      missing: name => `La solicitud no indica ${name}.`,
      repeated: name => `La solicitud indica ${name} más de una vez.`,
      unknownClient: 'La aplicación de la que viene no está registrada.',
      otherRedirect: 'La dirección de retorno (redirect_uri) no es una de las que registró la aplicación.',
    },
    unavailable: {
      title: 'El inicio de sesión no puede empezar ahora',
      text: 'Vuelva a la aplicación e inténtelo de nuevo.',
    },
    tooMany: { title: 'Demasiados intentos' },
  },

  codeMail: {
    subject: code => `${code} es su código de inicio de sesión`,
    code: 'Su código de inicio de sesión es',
    type: application => `Escríbalo en la página donde empezó a iniciar sesión en ${application}, o abra este enlace:`,
    button: 'Continuar el inicio de sesión',
    once: 'Ambos valen una vez, durante diez minutos. Si no intentó iniciar sesión, no haga caso de este mensaje: sin él nadie puede seguir.',
  },
  newDeviceMail: {
    subject: database => `Nuevo inicio de sesión en ${database}`,
    text: database => `Un navegador que no había usado antes ha iniciado sesión en su cuenta de ${database}.`,
    unknown: 'Navegador desconocido',
    from: address => `desde ${address}`,
    button: 'Ver mis inicios de sesión',
    notYou: 'Si no ha sido usted, cierre allí la sesión y cambie su contraseña.',
  },
  factorResetMail: {
    subject: database => `Se restablecieron sus segundos factores de ${database}`,
    text: (by, database) =>
      `${by} ha eliminado los segundos factores de su cuenta en ${database}: aplicación de autenticación, llaves de acceso y códigos de recuperación.`,
    button: 'Configurar un segundo factor',
    notYou: 'Si no lo ha pedido, avise enseguida a otro administrador y cambie su contraseña.',
  },
  resetMail: {
    subject: database => `Elija una contraseña nueva para ${database}`,
    text: database => `Alguien pidió una contraseña nueva para su cuenta en ${database}.`,
    button: 'Elegir una contraseña nueva',
    once: 'El enlace vale una vez, durante diez minutos. Si no lo pidió usted, no haga caso de este mensaje: su contraseña no cambia.',
  },
  invitationMail: {
    subject: database => `Su cuenta en ${database}`,
    text: database => `Tiene una cuenta en ${database}.`,
    by: (name, database) => `${name} le invita a trabajar en ${database}.`,
    choose: 'Elija una contraseña para iniciar sesión.',
    bySso: 'Inicie sesión con la cuenta de su organización.',
    open: 'Aceptar la invitación',
    button: 'Elegir una contraseña',
    once: 'El enlace vale una vez, durante siete días.',
  },
}
