/** The row that a secret is bound to by encryption. */
type FactorRow = { userId: string; id: string }

type SealedSecret = { secret: Buffer; keyId: string }

/** Encrypts the secrets of authenticator apps. `src/app` passes it: the vault has the keys. */
export type FactorSecrets = {
  /** Throws 500 without a key. */
  seal: (secret: string, row: FactorRow) => Promise<SealedSecret>
  /** Throws 500 without its key. */
  open: (sealed: SealedSecret, row: FactorRow) => Promise<string>
}
