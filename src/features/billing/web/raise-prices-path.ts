/** The screen that raises prices; `customerId` in its query chooses a customer. */
export const RAISE_PRICES = '/backoffice/settings/hoj-priser'
