import type { FactorSecrets } from '#features/auth/server/factor-secrets.ts'
import { type RowBinding, seal, Unreadable, unseal } from '#features/vault/server/envelope.ts'
import type { VaultKeys } from '#features/vault/server/vault-keys.ts'
import { AppError } from '#platform/http/app-error.ts'

/** The row that the secret of an authenticator app is bound to by encryption. */
export const rowOfFactor = ({ userId, id }: { userId: string; id: string }): RowBinding => ({
  orgId: userId,
  customerId: `factor ${id}`,
  version: 0,
})

/** Secrets of authenticator apps, encrypted with the vault's keys. */
export const factorSecrets = (vaultKeys: VaultKeys): FactorSecrets => ({
  seal: async (secret, row) => {
    const key = await vaultKeys.current()
    if (!key) throw keyMissing()
    const { envelope } = seal(secret, rowOfFactor(row), key)
    return { secret: envelope, keyId: key.id }
  },
  open: async ({ secret, keyId }, row) => {
    const key = await vaultKeys.find(keyId)
    try {
      return unseal({ keyId, envelope: secret }, rowOfFactor(row), key?.key)
    } catch (error) {
      if (error instanceof Unreadable && error.reason === 'key') throw keyMissing()
      throw error
    }
  },
})

const keyMissing = () =>
  new AppError(
    500,
    'key_missing',
    'Servern saknar krypteringsnyckeln till autentiseringsappar. Logga in med en passkey eller en reservkod, eller hör av dig till den som sköter servern.',
  )
