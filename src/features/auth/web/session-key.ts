/** Where auth-js stores the session in local storage: its own default. */
export const SESSION_KEY = 'supabase.auth.token'
