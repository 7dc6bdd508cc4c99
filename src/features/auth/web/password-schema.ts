import type { z } from 'zod'
import { Password } from '../auth.contract.ts'
import { passwordProblem } from '../password.rules.ts'

/** Adds the rules of a new password that the form can check; the server checks more. */
export const withPasswordRules = <Schema extends z.ZodType<string, string>>(password: Schema) =>
  password.superRefine((typed, context) => {
    const message = passwordProblem(typed)
    if (message) context.addIssue({ code: 'custom', message })
  })

export const NewPassword = withPasswordRules(Password)
