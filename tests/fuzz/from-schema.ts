// Values from a JSON schema: mostly valid, some at or just beyond a limit, some of another type.
import fc from 'fast-check'
import { forgedCursors, months } from './positions.ts'
import { dates, moments, times, weirdNumbers, weirdTexts, weirdValues } from './values.ts'

export type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

/** A placeholder, replaced on sending by a value of this kind from an earlier response (`pool.ts`). */
const placeholder = (kind: string) => fc.nat(199).map((index) => `{{${kind}:${index}}}`)

/**
 * A value for the input `name`; a mutated one may be invalid anywhere. `kind` is the kind of row that an `id` refers
 * to.
 */
export function fromSchema(schema: JsonSchema, name: string, kind: string, isMutated: boolean): fc.Arbitrary<unknown> {
  const valid = validOf(schema, name, kind, isMutated)
  if (!isMutated) return valid
  return fc.oneof(
    { weight: 10, arbitrary: valid },
    { weight: 2, arbitrary: outOfRange(schema) },
    { weight: 1, arbitrary: weirdValues },
  )
}

function validOf(schema: JsonSchema, name: string, kind: string, isMutated: boolean): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => validOf(choice, name, kind, isMutated)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => validOf({ ...schema, type }, name, kind, isMutated)))
  }
  switch (schema.type ?? 'any') {
    case 'string':
      return textOf(schema, name, kind)
    case 'integer':
    case 'number':
      return numberOf(schema, name)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return arrayOf(schema, name, kind, isMutated)
    case 'object':
      return objectOf(schema, kind, isMutated)
    default:
      return weirdValues
  }
}

/** Often of minimum length, because several ids seldom fit the rest of a request. */
function arrayOf(
  { items = {}, minItems = 0, maxItems = 4 }: JsonSchema,
  name: string,
  kind: string,
  isMutated: boolean,
) {
  const ofLengths = (minLength: number, maxLength: number) =>
    fc.array(fromSchema(items, name, kind, isMutated), { minLength, maxLength })
  return fc.oneof(ofLengths(minItems, minItems), ofLengths(minItems, Math.max(minItems, Math.min(maxItems, 4))))
}

function textOf({ format, pattern, minLength = 0, maxLength = 200 }: JsonSchema, name: string, kind: string) {
  if (format === 'uuid') {
    const target = name === 'id' ? kind : kindOfName(name)
    return fc.oneof(
      { weight: 8, arbitrary: placeholder(target) },
      { weight: 1, arbitrary: placeholder(`${target}_capitals`) },
      { weight: 1, arbitrary: placeholder('any') },
      { weight: 1, arbitrary: fc.uuid() },
    )
  }
  if (format === 'date' || /date|^(from|to|day|validFrom|validUntil|warrantyUntil|boughtOn|firstOn)$/i.test(name))
    return dates
  if (format === 'date-time') return moments
  if (/^(timeFrom|timeTo|opens|closes)$/.test(name)) return times
  if (format === 'email' || /email/i.test(name)) return emails
  if (name === 'after')
    return fc.oneof(placeholder('cursor'), placeholder('tampered'), { weight: 3, arbitrary: forgedCursors })
  if (name === 'month') return months
  if (/token/i.test(name)) return fc.oneof(placeholder('token'), fc.stringMatching(/^[\w-]{20,60}$/))
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength
  const edges = [minLength, maxLength].filter((length) => length <= 20_000).map((length) => 'x'.repeat(length))
  return fc.oneof(
    { weight: 6, arbitrary: fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 30)) }) },
    { weight: 3, arbitrary: weirdTexts.map((text) => (fits(text) ? text : 'Anna')) },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
  )
}

const emails = fc.oneof(
  { weight: 4, arbitrary: fc.nat(50_000).map((n) => `person${n}@example.se`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Anna.Å@example.se', ' a@example.se ', 'a+b@example.se', `${'a'.repeat(64)}@example.se`),
  },
)

function numberOf({ minimum, exclusiveMinimum, maximum }: JsonSchema, name: string) {
  const min = Math.max(minimum ?? (exclusiveMinimum !== undefined ? exclusiveMinimum + 1 : -1000), -(2 ** 40))
  const max = Math.min(maximum ?? 1000, 2 ** 40)
  const any = fc.integer({ min, max })
  return name === 'version'
    ? fc.oneof({ weight: 6, arbitrary: fc.constant('{{version}}') }, { weight: 1, arbitrary: any })
    : any
}

function objectOf({ properties = {}, required = [] }: JsonSchema, kind: string, isMutated: boolean) {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fromSchema(schema, name, kind, isMutated)]),
  )
  const complete = fc.record(model, { requiredKeys: required.filter((name) => name in model) })
  if (!isMutated) return complete
  return fc.oneof(
    { weight: 8, arbitrary: complete },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(complete, weirdTexts, weirdValues)
        .map(([object, name, value]) => Object.fromEntries([...Object.entries(object), [name.slice(0, 300), value]])),
    },
  )
}

/** Values just outside the schema's limits. */
function outOfRange({ maxLength, minLength, maximum, minimum, maxItems, items }: JsonSchema): fc.Arbitrary<unknown> {
  const values: unknown[] = []
  if (maxLength !== undefined && maxLength < 200_000)
    values.push('x'.repeat(maxLength + 1), '👋'.repeat(Math.ceil(maxLength / 2)))
  if (minLength) values.push('x'.repeat(minLength - 1), ' '.repeat(minLength))
  if (maximum !== undefined) values.push(maximum + 1, maximum)
  if (minimum !== undefined) values.push(minimum - 1, minimum)
  if (items) values.push(Array.from({ length: Math.min(maxItems ?? 600, 2000) + 1 }, () => '{{any:1}}'))
  return values.length > 0 ? fc.constantFrom(...values) : fc.oneof(weirdTexts, weirdNumbers)
}

/** The kind of row that a field refers to: `customerId` refers to `customers`. */
export function kindOfName(name: string) {
  if (/^(assignee|assigned|assignedTo|assigneeId|userId|authorId)$/.test(name)) return 'users'
  if (/^(reportedBy|copies)$/.test(name)) return 'contacts'
  if (/^(termsId|equipmentIds)$/.test(name)) return name.replace(/Ids?$/, '')
  return name.endsWith('Id') ? `${name.slice(0, -2)}s` : name
}
