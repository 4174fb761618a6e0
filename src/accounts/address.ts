// Normalizes mail addresses for comparison: by letter case only, since an address with accents may be another mailbox.

/** The comparable form of an address. The folded twin in the store only finds candidates. */
export const addressOf = (email: string): string => email.trim().normalize('NFC').toLowerCase()
