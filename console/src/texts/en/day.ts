// The words of the day, in English.

export const day = {
  title: 'My day',
  date: 'Day',
  before: 'Previous day',
  after: 'Next day',
  today: 'Today',
  appointments: 'Appointments',
  noAppointments: 'No appointments.',
  tasks: 'Tasks',
  overdue: 'Overdue',
  allTasks: 'All tasks',
  noTasks: 'No tasks for this day.',
  complete: (name: string) => `Complete “${name}”`,
  completed: (name: string) => `Completed “${name}”`,
  toTomorrow: (name: string) => `Move “${name}” to the next day`,
  toToday: (name: string) => `Move “${name}” to today`,
  putOff: (name: string) => `Moved “${name}” to another day`,
  add: 'Add task',
  added: (name: string) => `Added “${name}”`,
}
