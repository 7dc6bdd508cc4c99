/** Tells a password manager whose password the form changes, where the address is no field that people fill in. */
export const UsernameField = ({ username }: { username: string }) => (
  <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
)
