import { z } from 'zod'

/** The values of `about` in a union of events or notifications. */
export function subjectsIn(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap(subjectsIn))]
  if (!(schema instanceof z.ZodObject)) return []
  const { about } = schema.shape
  if (about instanceof z.ZodLiteral) return [...about.values].map(String)
  return about instanceof z.ZodEnum ? about.options.map(String) : []
}
