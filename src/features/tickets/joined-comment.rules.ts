import { isBlank } from '#shared/text.rules.ts'
import { COMMENT_MAX } from './ticket-comments.contract.ts'

/** What is written with another text after it; undefined when it is too long for one comment. */
export function joinedComment(written: string, added: string): string | undefined {
  const joined = isBlank(written) ? added : `${written.trimEnd()}\n\n${added}`
  return joined.length > COMMENT_MAX ? undefined : joined
}
