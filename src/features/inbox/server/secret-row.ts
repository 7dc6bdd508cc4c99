/** The row that the secret of a mailbox is bound to by encryption; it is the same for every version of the mailbox. */
export const rowOfSecret = ({ orgId, id }: { orgId: string; id: string }) => ({
  orgId,
  customerId: `mailbox ${id}`,
  version: 0,
})
