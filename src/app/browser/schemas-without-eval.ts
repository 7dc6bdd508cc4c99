// Imported before the first schema: zod otherwise tests whether it may use `eval`, and the content security policy reports the
// attempt although zod catches the error.
import { config } from 'zod'

config({ jitless: true })
