// Before ids were made canonical where they enter, a text was bound to its customer's id in the letters of the address it was
// saved from, and opened in the same letters alone. What was typed is stored nowhere, and an id of k letters has 2^k forms.
import { type Place, type Sealed, tagsOf, Unreadable, unseal } from './envelope.ts'

/** As `unseal`; also opens a text that is bound to the customer's id in other letters, which `isMisbound` then says. */
export function unsealInAnyLetters(sealed: Sealed, place: Place, key: Buffer | undefined) {
  try {
    return { text: unseal(sealed, place, key), isMisbound: false }
  } catch (error) {
    const isElsewhere = error instanceof Unreadable && error.reason === 'content'
    const customerId = isElsewhere && key && idAsTyped(sealed.envelope, place, key)
    if (!customerId) throw error
    return { text: unseal(sealed, { ...place, customerId }, key), isMisbound: true }
  }
}

/**
 * The id in the letters that the envelope's tag was made with; undefined when letters are not what is wrong. GCM's tag is
 * linear over GF(2): a capital flips the same bits of it, whatever the other letters are. The capitals are the letters
 * whose flips add up to the difference of the tags.
 */
function idAsTyped(envelope: Buffer, place: Place, key: Buffer): string | undefined {
  const tags = tagsOf(envelope, key)
  const numberOf = (tag: Buffer) => BigInt(`0x${tag.toString('hex')}`)
  const withCapitals = (isCapital: (index: number) => boolean) =>
    place.customerId.replace(/[a-f]/g, (letter, index: number) => (isCapital(index) ? letter.toUpperCase() : letter))
  const inSmall = numberOf(tags.at(place))
  const flips = Array.from(place.customerId.matchAll(/[a-f]/g), ({ index }) => {
    const customerId = withCapitals((other) => other === index)
    return { bits: numberOf(tags.at({ ...place, customerId })) ^ inSmall, members: 1n << BigInt(index) }
  })
  const capitals = membersOf(numberOf(tags.stored) ^ inSmall, flips)
  return capitals === undefined ? undefined : withCapitals((index) => ((capitals >> BigInt(index)) & 1n) === 1n)
}

/** Terms added without carry, and which they are. */
type Sum = { bits: bigint; members: bigint }

/** Which of the terms add up to `bits`, by Gaussian elimination; undefined when none do. */
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
    // The highest bit first: each has its own.
    if (rest.bits !== 0n) basis = [...basis, rest].sort((a, b) => (a.bits < b.bits ? 1 : -1))
  }
  const rest = reduced({ bits, members: 0n })
  return rest.bits === 0n ? rest.members : undefined
}
