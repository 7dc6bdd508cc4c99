/** The account that a password form is for, where no visible field has the address: password managers read it. */
export const UsernameField = ({ username }: { username: string }) => (
  <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
)
