import type { VaultKey } from './envelope.ts'

/** The keys of this process. They may change while it runs (`npm run vault:rotate`), so they are asked for each time. */
export type VaultKeys = {
  /** The key that encrypts; undefined when this process has none. */
  current(): Promise<VaultKey | undefined>
  find(id: string): Promise<VaultKey | undefined>
}

/** Keys that stay as they are; the first encrypts. */
export const vaultKeysOf = (keys: readonly VaultKey[]): VaultKeys => ({
  current: async () => keys[0],
  find: async (id) => keys.find((key) => key.id === id),
})
