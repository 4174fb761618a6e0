// When two texts are the same mail address: by letter case alone, never by accents, which could be another mailbox.

/** The form by which addresses are compared. The folded twin in the store only finds candidates. */
export const addressOf = (email: string): string => email.trim().normalize('NFC').toLowerCase()
