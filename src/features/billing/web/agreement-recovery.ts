// Recovery keys of the dialogs of a customer's agreement, in a file of their own because the dialogs load when they are opened.
export const agreementKey = (customerId: string) => `agreement:${customerId}`
export const prepaidHoursKey = (customerId: string) => `prepaid-hours:${customerId}`
