// Query keys that changes in other features invalidate.

/** The agreements of all customers: they show the hours used this month. */
export const CUSTOMER_AGREEMENTS = ['agreements', 'customer']
