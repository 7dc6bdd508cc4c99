/** Whether the browser has passkeys for this address: they need a secure context, and a name instead of an IP address. */
export const hasPasskeys = () =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(globalThis.location?.hostname ?? '')
