import { z } from 'zod'
import { get } from '#lib/contract.ts'

const StaffName = z.object({ id: z.uuid(), fullName: z.string() })

export const users = {
  names: get('/api/users/names', {
    allow: 'staff',
    summary: 'The organization’s staff by name, for pickers',
    returns: z.array(StaffName),
  }),
}
