// The endpoints that ask for a recent proof of who the person is; without one an actor who may call them gets 403.
export const proofEndpoints: readonly string[] = [
  'POST /api/users',
  'PUT /api/users/:id',
  'PUT /api/users/:id/role',
  'POST /api/users/:id/link',
  'PUT /api/users/:id/password',
  'POST /api/users/:id/reset-factors',
  'POST /api/users/:id/reactivate',
  'POST /api/customers/:id/logins/:userId/reset-factors',
  'PUT /api/customers/:id/logins/:userId/password',
  'PUT /api/settings/security',
  'PUT /api/settings/mail-server',
  'DELETE /api/settings/mail-server',
  'POST /api/mailboxes',
  'PUT /api/mailboxes/:id',
  'DELETE /api/mailboxes/:id',
  'POST /api/api-keys',
  // Within the hours of a workday.
  'POST /api/customers/:id/credentials/text',
  'PUT /api/customers/:id/credentials',
  'POST /api/customers/:id/credentials/restore',
]
