// The words of the calendar, in English.

export const calendar = {
  title: 'Calendar',
  before: 'Earlier',
  after: 'Later',
  today: 'Today',
  view: 'View',
  views: { week: 'Week', day: 'Day', month: 'Month' },
  withTasks: 'Tasks',
  add: 'New appointment',
  hours: 'Hours of the day',
  recurring: 'recurring',
  done: 'done',
  cut: 'Only the first 500 of each kind are shown.',
  moved: (name: string) => `Moved “${name}”`,
  more: (count: number) => `${count} more`,
}
