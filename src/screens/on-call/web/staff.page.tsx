import { UsersPage } from '#features/users/web/users.page.tsx'
import { DaysOfPerson } from './days-of-person.tsx'

/** The staff; before somebody is deactivated, their coming days of jour are told. */
export const StaffPage = () => <UsersPage Remaining={DaysOfPerson} />
