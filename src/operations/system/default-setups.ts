// Lists the column setups of a new database, one for each kind of list.

interface Setup {
  readonly entityType: number
  readonly name: string
  /** Title, template, width. */
  readonly columns: readonly (readonly [string, string, number])[]
}

export const defaultSetups: readonly Setup[] = [
  {
    entityType: 1,
    name: 'Address book',
    columns: [
      ['Name', 'FullName', 240],
      ['Company', 'CompanyName', 200],
      ['Type', 'Type', 100],
      ['Phone', 'Phone', 140],
      ['E-mail', 'Email', 220],
      ['City', 'Address/City', 140],
      ['Last contact', 'LastContactDate', 120],
    ],
  },
  {
    entityType: 2,
    name: 'Opportunities',
    columns: [
      ['Objective', 'Objective', 260],
      ['Customer', 'AbEntry/FullName', 220],
      ['Status', 'Status/DisplayValue', 110],
      ['Stage', 'CurrentSalesStage/DisplayValue', 150],
      ['Forecast', 'ForecastRevenue', 130],
      ['Leader', 'Leader/DisplayValue', 160],
      ['Close date', 'CloseDate', 120],
    ],
  },
  {
    entityType: 5,
    name: 'Cases',
    columns: [
      ['Number', 'CaseNumber', 110],
      ['Subject', 'Subject', 260],
      ['Customer', 'AbEntry/FullName', 220],
      ['Status', 'Status/DisplayValue', 110],
      ['Priority', 'Priority/DisplayValue', 100],
      ['Assigned to', 'AssignedTo/DisplayValue', 160],
      ['Follow up', 'FollowUpDate', 120],
    ],
  },
  {
    entityType: 19,
    name: 'Leads',
    columns: [
      ['Name', 'FullName', 240],
      ['Status', 'Status/DisplayValue', 120],
      ['Source', 'Source/DisplayValue', 140],
      ['Phone', 'Phone1', 140],
      ['E-mail', 'Email', 220],
      ['Assigned to', 'AssignedTo/DisplayValue', 160],
    ],
  },
  {
    entityType: 10003,
    name: 'Interactions',
    columns: [
      ['Date', 'StartDate', 140],
      ['Type', 'Type/DisplayValue', 120],
      ['Subject', 'Subject', 280],
      ['With', 'With/DisplayValue', 200],
      ['User', 'User/DisplayValue', 160],
      ['Result', 'Result/DisplayValue', 140],
    ],
  },
  {
    entityType: 10015,
    name: 'Activities',
    columns: [
      ['Subject', 'Subject', 280],
      ['Begins', 'StartDate', 140],
      ['Ends', 'EndDate', 140],
      ['Location', 'Location', 180],
      ['Organizer', 'Organizer/DisplayValue', 160],
    ],
  },
]
