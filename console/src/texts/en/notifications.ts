// The words of notifications, in English.

export const notifications = {
  title: 'Notifications',
  show: 'Show',
  unread: 'Unread',
  all: 'All',
  markAll: 'Mark all as read',
  mark: (name: string) => `Mark “${name}” as read`,
  noneUnread: 'You are up to date.',
  none: 'No notifications yet.',
  hint: 'You are notified when a colleague assigns something to you, mentions you with @ in a note, moves a sale of yours, or when a task is due.',
  kinds: {
    Assigned: (who: string) => `${who} assigned this to you`,
    Mentioned: (who: string) => `${who} mentioned you`,
    Moved: (who: string) => `${who} moved your sale to another stage`,
    Due: (_who: string) => 'This task is due',
  },
}
