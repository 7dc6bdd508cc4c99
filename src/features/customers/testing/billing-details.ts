/** The billing details of a customer without any, as an import has them. */
export const withoutDetails = {
  customerNumber: null,
  isSoleTrader: false,
  orgNumber: null,
  vatNumber: null,
  invoiceEmail: null,
  street: null,
  postcode: null,
  town: null,
  country: 'SE',
  yourReference: null,
  orderNumber: null,
  paymentDays: null,
  requiresReference: false,
}
