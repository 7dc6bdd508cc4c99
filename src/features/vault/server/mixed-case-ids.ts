// Before ids were normalized to lower case, a text was bound to its customer's id in the case of the URL it was saved from,
// and could be decrypted only through the same URL. That case is not stored, and an id with k letters has 2^k forms.
import { type RowBinding, type Sealed, tagsOf, Unreadable, unseal } from './envelope.ts'

/** Like `unseal`, but also decrypts a text that is bound to the customer's id in another case; `isMisbound` is then true. */
export function unsealInAnyCase(sealed: Sealed, row: RowBinding, key: Buffer | undefined) {
  try {
    return { text: unseal(sealed, row, key), isMisbound: false }
  } catch (error) {
    const isOtherContent = error instanceof Unreadable && error.reason === 'content'
    const customerId = isOtherContent && key && findOriginalCase(sealed.envelope, row, key)
    if (!customerId) throw error
    return { text: unseal(sealed, { ...row, customerId }, key), isMisbound: true }
  }
}

/**
 * The id in the case that the envelope's tag was computed with; undefined when the case is not the cause. GCM's tag is
 * linear over GF(2): a capital letter flips the same bits of it whatever the other letters are. So the capitals are the
 * letters whose flips add up to the difference of the tags.
 */
function findOriginalCase(envelope: Buffer, row: RowBinding, key: Buffer): string | undefined {
  const tags = tagsOf(envelope, key)
  const numberOf = (tag: Buffer) => BigInt(`0x${tag.toString('hex')}`)
  const withCapitals = (isCapital: (index: number) => boolean) =>
    row.customerId.replace(/[a-f]/g, (letter, index: number) => (isCapital(index) ? letter.toUpperCase() : letter))
  const lowerCaseTag = numberOf(tags.at(row))
  const flips = Array.from(row.customerId.matchAll(/[a-f]/g), ({ index }) => {
    const customerId = withCapitals((other) => other === index)
    return { bits: numberOf(tags.at({ ...row, customerId })) ^ lowerCaseTag, members: 1n << BigInt(index) }
  })
  const capitals = membersOf(numberOf(tags.stored) ^ lowerCaseTag, flips)
  return capitals === undefined ? undefined : withCapitals((index) => ((capitals >> BigInt(index)) & 1n) === 1n)
}

/** The XOR of terms, and the set of these terms. */
type Sum = { bits: bigint; members: bigint }

/** The set of terms whose XOR is `bits`, by Gaussian elimination; undefined when there is none. */
function membersOf(bits: bigint, terms: Sum[]): bigint | undefined {
  let basis: Sum[] = []
  const reduced = (sum: Sum) =>
    basis.reduce(
      (least, one) =>
        (least.bits ^ one.bits) < least.bits
          ? { bits: least.bits ^ one.bits, members: least.members ^ one.members }
          : least,
      sum,
    )
  for (const term of terms) {
    const rest = reduced(term)
    // Sorted by the highest bit, which differs for each.
    if (rest.bits !== 0n) basis = [...basis, rest].sort((a, b) => (a.bits < b.bits ? 1 : -1))
  }
  const rest = reduced({ bits, members: 0n })
  return rest.bits === 0n ? rest.members : undefined
}
