import type { VaultKey } from './envelope.ts'

/** The keys of this process. They may change while it runs (`npm run vault:rotate`), so read them each time. */
export type VaultKeys = {
  /** The key to encrypt with; undefined when this process has none. */
  current(): Promise<VaultKey | undefined>
  find(id: string): Promise<VaultKey | undefined>
}

/** A fixed list of keys; the first is used to encrypt. */
export const vaultKeysOf = (keys: readonly VaultKey[]): VaultKeys => ({
  current: async () => keys[0],
  find: async (id) => keys.find((key) => key.id === id),
})
