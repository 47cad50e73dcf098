import type { Messages } from './messages';

/** Spanish. */
export const es: Messages = {
  consent: {
    title: '¿Permitir que un agente personal actúe por usted?',
    signedIn: 'Sesión iniciada como {account}.',
    notYou: '¿No es usted?',
    asks: 'Este agente personal pide actuar por usted:',
    unregistered: 'Este agente personal no está registrado aquí. Siga solo si conoce esta dirección.',
    code: 'Código:',
    codeQuestion: '¿Es este el código que le han mostrado? Si no, cancele.',
    scopes: 'Podrá hacer lo que deje marcado',
    terms: 'Podrá hacerlo durante {days} días.',
    undo: 'Puede retirarlo en cualquier momento en {link}.',
    connectedAgents: 'Agentes conectados',
    cancel: 'Cancelar',
    allow: 'Permitir',
    continueText: 'Continuar',
    covered: 'Ya ha permitido todo esto antes. Podrá:',
  },
  askCode: {
    title: 'Introduzca su código',
    text: 'Su agente personal le muestra un código de ocho letras.',
    label: 'Código',
    next: 'Siguiente',
  },
  connected: {
    title: 'Agentes conectados',
    intro:
      'Vea qué agentes personales pueden actuar por usted y detenga el que quiera. Primero inicie sesión.',
    signIn: 'Iniciar sesión y mostrarlos',
    none: 'Ningún agente personal puede actuar por usted.',
    since: 'Desde',
    lastUsed: 'Último uso',
    never: 'Nunca',
    expires: 'Termina',
    mayDo: 'Puede',
    revokeOf: 'Desconectar {agent}',
    revoked: 'Está desconectado y ya no puede actuar por usted.',
  },
  receipt: {
    title: 'Comprobar un recibo',
    intro: 'Un recibo dice qué hizo un agente por usted. Pegue uno para ver si es auténtico.',
    field: 'Recibo',
    check: 'Comprobar',
    valid: 'El recibo es auténtico.',
    invalid: 'El recibo no es auténtico.',
    claims: 'Lo que dice',
    personalAgent: 'Agente personal',
    brand: 'Marca',
    user: 'Usuario en la marca',
    grant: 'Permiso',
    scopesUsed: 'Permisos usados',
    actions: 'Acciones',
    time: 'Hora',
    nothing: 'Ninguno',
  },
  approved: {
    heading: 'Permitido',
    text: 'Su agente personal ya puede actuar por usted. Puede cerrar esta página y volver a él.',
  },
  declined: {
    heading: 'No permitido',
    text: 'No se ha permitido nada. Puede cerrar esta página y volver a su agente personal.',
  },
  refusals: {
    link: {
      heading: 'No ha funcionado',
      text: 'Este enlace puede haber caducado o haberse usado. Vuelva a su agente personal y pida otro.',
    },
    assertion: {
      heading: 'El inicio de sesión no ha funcionado',
      text: 'No hemos podido confirmar su inicio de sesión. Vuelva a su agente personal y pida otro enlace.',
    },
    origin: {
      heading: 'Esto vino de otro sitio',
      text: 'Su respuesta no vino de esta página, así que nada ha cambiado. Vuelva a su agente personal y pida otro enlace.',
    },
    guesses: {
      heading: 'Demasiados intentos',
      text: 'Espere unos minutos y pida otro enlace a su agente personal.',
    },
    unavailable: {
      heading: 'No estamos disponibles por un momento',
      text: 'Nada ha cambiado. Inténtelo de nuevo en un momento.',
    },
  },
};
