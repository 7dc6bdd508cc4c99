/** Every path of the browser app: the server answers them with the app shell, the router renders a screen. */
export const appPaths = [
  '/auth',
  '/customer-login',
  '/nytt-losenord',
  '/customer-portal',
  '/customer-portal/tickets/:id',
  '/bo',
  '/backoffice',
  '/backoffice/time',
  '/backoffice/customers',
  '/backoffice/customers/import',
  '/backoffice/customers/:id',
  '/backoffice/customers/:id/credentials',
  '/backoffice/tickets',
  '/backoffice/tickets/:id',
  '/backoffice/inbox',
  '/backoffice/inbox/:id',
  '/backoffice/inbox/:id/ticket',
  '/backoffice/reports',
  '/backoffice/reports/:id/print',
  '/backoffice/archive',
  '/backoffice/users',
  '/backoffice/settings',
  '/backoffice/settings/foretag',
  '/backoffice/settings/webbplatsen',
  '/backoffice/settings/e-post',
  '/backoffice/settings/sakerhetskopia',
  '/api/docs',
] as const

/** Unknown paths of the back office: answered with 404 and the app shell, so that signed-in staff stay inside. */
export const unknownPaths = ['/bo/*', '/backoffice/*'] as const
