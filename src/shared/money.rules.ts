// Amounts of money in whole öre. The type excludes other numbers, so that every amount has been rounded by a function here.
import { formatNumber } from './plural.rules.ts'

declare const isOre: unique symbol
/** A whole number of öre. Arithmetic operators return plain numbers: use the functions of this file instead. */
export type Ore = number & { readonly [isOre]: true }

/** A whole number as öre; throws RangeError for anything else, also for one too large to be exact. */
export function ore(amount: number): Ore {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of öre`)
  return (amount === 0 ? 0 : amount) as Ore
}

export const ZERO = ore(0)
/** The highest price of an hour, a start fee or a unit of material: 100 000 kr. */
export const PRICE_MAX_ORE = 10_000_000

export const sumOre = (amounts: Iterable<Ore>): Ore => {
  let sum = 0
  for (const amount of amounts) sum += amount
  return ore(sum)
}

/**
 * `price × quantity / per` in whole öre, rounded half away from zero, computed in whole numbers. The price may be negative.
 */
export function priceFor(price: Ore, quantity: number, per: number): Ore {
  const amount = ore(price * quantity)
  const doubled = 2 * Math.abs(amount) + per
  return ore(Math.sign(amount) * ((doubled - (doubled % (2 * per))) / (2 * per)))
}

const hardSpace = '\u00a0'
const parts = (amount: Ore) => {
  const whole = Math.abs(amount)
  return {
    sign: amount < 0,
    kronor: (whole - (whole % 100)) / 100,
    rest: String(whole % 100).padStart(2, '0'),
  }
}

/** '1 250,00 kr' with hard spaces; negative with a minus sign. */
export function formatKronor(amount: Ore): string {
  const { sign, kronor, rest } = parts(amount)
  return `${sign ? '−' : ''}${formatNumber(kronor)},${rest}${hardSpace}kr`
}

/** '1250,00' for a field or a file; negative with a hyphen. */
export function plainKronor(amount: Ore): string {
  const { sign, kronor, rest } = parts(amount)
  return `${sign ? '-' : ''}${kronor},${rest}`
}

/** Öre of an amount as people write it: '950', '1 250,50', '1250.5 kr'. Undefined for anything else. */
export function readKronor(text: string): Ore | undefined {
  const [, kronor, rest = ''] = /^(\d{1,3}(?: ?\d{3})*|\d+)(?:[,.](\d{1,2}))?(?: ?kr)?$/i.exec(singleSpaces(text)) ?? []
  if (kronor === undefined) return undefined
  const amount = Number(kronor.replaceAll(' ', '')) * 100 + Number(rest.padEnd(2, '0'))
  return Number.isSafeInteger(amount) ? ore(amount) : undefined
}

/** The same with a minus sign or hyphen before a negative amount: '-500', '−1 250,50 kr'. */
export function readSignedKronor(text: string): Ore | undefined {
  const [, sign, rest = ''] = /^\s*([-−]?)\s*(.*)$/su.exec(text) ?? []
  const amount = readKronor(rest)
  return amount !== undefined && sign ? ore(0 - amount) : amount
}

const singleSpaces = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()
