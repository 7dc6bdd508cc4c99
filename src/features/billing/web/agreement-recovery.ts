// Keys of what is typed in the dialogs of a customer's agreement; apart from the dialogs, which are loaded when they are opened.
export const agreementKey = (customerId: string) => `agreement:${customerId}`
export const prepaidHoursKey = (customerId: string) => `pot:${customerId}`
