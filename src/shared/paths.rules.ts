/** Whether the path is `root` or below it. */
export const isAtOrBelow = (pathname: string, root: string) => pathname === root || pathname.startsWith(`${root}/`)
