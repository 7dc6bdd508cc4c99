// How mail programs group mails into conversations.

const BLOB = /^\[[^[\]]*\]\s*/
const LEADER = /^(?:\[[^[\]]*\]\s*)*(?:re|fwd?)\s*(?:\[[^[\]]*\])?\s*:\s*/i

/** The base subject of RFC 5256, 2.1, of a decoded subject. */
export function baseSubject(subject: string): string {
  let base = subject.replace(/\s+/g, ' ').trim()
  for (;;) {
    const before = base
    base = base.replace(/(?:\(fwd\)|\s)+$/i, '').trimStart()
    base = base.replace(LEADER, '')
    const withoutBlob = base.replace(BLOB, '')
    if (withoutBlob !== '') base = withoutBlob
    const forwarded = /^\[fwd:(.*)\]$/i.exec(base)
    if (forwarded) base = forwarded[1]?.trim() ?? ''
    if (base === before) return base
  }
}

export type Threaded = { messageId: string; inReplyTo: string; references: string }

/** The mails by conversation, as THREAD=REFERENCES of RFC 5256 joins them: by References, without it by In-Reply-To. */
export function conversationsOf<M extends Threaded>(mails: M[]): M[][] {
  const parents = new Map<string, string>()
  const rootOf = (id: string): string => {
    const parent = parents.get(id)
    return parent === undefined ? id : rootOf(parent)
  }
  for (const { messageId, inReplyTo, references } of mails) {
    const named = references.match(/<[^<>\s]+>/g) ?? inReplyTo.match(/<[^<>\s]+>/g)?.slice(0, 1) ?? []
    for (const id of named) if (rootOf(id) !== rootOf(messageId)) parents.set(rootOf(id), rootOf(messageId))
  }
  return [...Map.groupBy(mails, ({ messageId }) => rootOf(messageId)).values()]
}
