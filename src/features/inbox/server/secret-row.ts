/** The row that the secret of a mailbox is bound to by encryption; it is the same for every version of the mailbox. */
export const rowOfSecret = ({ orgId, id }: { orgId: string; id: string }) => ({
  orgId,
  customerId: `mailbox ${id}`,
  version: 0,
})

/** The same for the password of an organization's mail server. */
export const rowOfServerSecret = (orgId: string) => ({ orgId, customerId: 'mail server', version: 0 })
