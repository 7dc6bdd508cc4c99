// A draft that stands both on the device and on the server.

export type Version<Draft> = { draft: Draft; at: number }

export type Choice<Draft> = {
  shown: 'device' | 'server'
  /** The version that is not shown, when it says something else. */
  other?: Version<Draft>
}

type Comment = { comment: string }

/** Shows the newer version. The server's has the fields that it saves, the device's may have more. */
export function chooseVersion<Draft extends Comment>(
  device: Version<Draft>,
  server: Version<Draft> | undefined,
): Choice<Draft> {
  if (!server || server.draft.comment === '' || saysTheSame(device.draft, server.draft)) return { shown: 'device' }
  if (device.draft.comment === '') return { shown: 'server' }
  return device.at >= server.at ? { shown: 'device', other: server } : { shown: 'server', other: device }
}

const saysTheSame = (device: object, server: object) =>
  Object.entries(server).every(
    ([key, value]) => JSON.stringify((device as Record<string, unknown>)[key]) === JSON.stringify(value),
  )
