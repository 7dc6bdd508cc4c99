/** Shown in a document whose app cannot be fetched. */
export const CODE_FAILED = 'Hela sidan kunde inte hämtas. Kontrollera uppkopplingen och ladda om den.'
