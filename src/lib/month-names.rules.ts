/** The months in Swedish, January first. */
export const monthNames = 'januari februari mars april maj juni juli augusti september oktober november december'.split(
  ' ',
)
