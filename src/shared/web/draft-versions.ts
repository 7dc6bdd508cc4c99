// Chooses which of two versions of a text is shown. The other is offered, never overwritten.
import type { DeviceDraft } from './device-drafts.ts'

/** The server's draft; version and time are null when it has none. */
export type ServerDraft<Draft> = { draft: Draft; version: string | null; savedAt: string | null }

export type Choice = { shown: 'device' | 'server'; isOtherOffered: boolean }

/**
 * The newer of the two, by the clocks of device and server. A version on the server is not offered when the device's text
 * replaces it or is the same.
 */
export function chooseVersion<Draft>(
  device: Pick<DeviceDraft<Draft>, 'draft' | 'changedAt' | 'versions'>,
  server: ServerDraft<Draft>,
  isSame: (a: Draft, b: Draft) => boolean,
): Choice {
  if (server.version === null || server.savedAt === null) return { shown: 'device', isOtherOffered: false }
  if (isSame(device.draft, server.draft)) return { shown: 'device', isOtherOffered: false }
  if (device.versions.includes(server.version)) return { shown: 'device', isOtherOffered: false }
  const isDeviceNewer = device.changedAt >= Date.parse(server.savedAt)
  return { shown: isDeviceNewer ? 'device' : 'server', isOtherOffered: true }
}
