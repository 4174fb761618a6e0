// Declares the built-in model: entities, fields, sub-fields, operators. Made by `npm run docs`. Change the source, not this file.
type O1 = '$EQ' | '$NE' | '$IN' | '$NIN'
type O2 = '$EQ' | '$NE' | '$IN' | '$NIN' | '$GT' | '$GE' | '$LT' | '$LE' | '$RANGE' | '$NRANGE'
type O3 = '$EQ' | '$NE' | '$IN' | '$NIN' | '$GT' | '$GE' | '$LT' | '$LE' | '$RANGE' | '$NRANGE' | '$LIKE' | '$NLIKE'
type O4 = '$EQ' | '$NE' | '$IN' | '$NIN' | '$GT' | '$GE' | '$LT' | '$LE' | '$RANGE' | '$NRANGE' | '$ALL'
type O5 = '$EQ' | '$NE' | '$IN' | '$NIN' | '$ALL'
type O6 = '$EQ' | '$NE' | '$IN' | '$NIN' | '$GT' | '$GE' | '$LT' | '$LE' | '$RANGE' | '$NRANGE' | '$LIKE' | '$NLIKE' | '$ALL'
type K1 =
  | 'Company'
  | 'Individual'
  | 'Contact'
type K2 =
  | 0 // None
  | 1 // Daily
  | 2 // Weekly
  | 3 // Monthly
  | 4 // Yearly
type K3 =
  | 0 // New
  | 2 // In Progress
  | 3 // Completed
  | 5 // Abandoned
  | 6 // Suspended
type K4 =
  | 1 // AddressBook
  | 2 // Opportunity
  | 5 // CustomerService
  | 19 // Lead
  | 10003 // Interaction
  | 10015 // Activity
type K5 =
  | 4 // Note
  | 8 // Document
  | 16 // Hyperlink
type K6 =
  | 1 // Document
  | 3 // Email
  | 7 // Other
  | 8 // Linked
  | 12 // Hyperlink
  | 14 // Picture
type K7 =
  | 1 // AddressBook
  | 2 // Opportunity
  | 5 // CustomerService
  | 19 // Lead
type K8 =
  | 1 // Incoming
  | 2 // Outgoing
type K9 =
  | 'Unsubscribed'
  | 'Added'
type K10 =
  | 'en'
  | 'de'
  | 'fr'
  | 'es'
type K11 =
  | 'Assigned'
  | 'Mentioned'
  | 'Moved'
  | 'Due'
type K12 =
  | 0 // New
  | 2 // In Progress
  | 3 // Won
  | 4 // Lost
  | 5 // Abandoned
  | 6 // Suspended
type K13 =
  | 19 // Lead
type K14 =
  | 0 // Member
  | 1 // Leader
type K15 =
  | 0 // Edit
  | 1 // Audit
  | 2 // Standard
type K16 =
  | 'SignedIn'
  | 'Refused'
type K17 =
  | 'WrongCode'
  | 'WrongPassword'
  | 'WrongFactor'
  | 'WrongPasskey'
  | 'CopiedPasskey'
  | 'OtherIdentity'
  | 'NoIdentity'
  | 'NoUser'
  | 'ProviderFailed'
  | 'TooManyAttempts'
type K18 =
  | 'Gray'
  | 'Red'
  | 'Orange'
  | 'Yellow'
  | 'Green'
  | 'Teal'
  | 'Blue'
  | 'Purple'
  | 'Pink'
type K19 =
  | 0 // Task
  | 1 // Call
type K20 =
  | 'None'
  | 'AtOnce'
  | 'Daily'
type K21 =
  | 1 // Trigger
  | 2 // Branch
  | 3 // Update fields
  | 4 // Send a mail
  | 5 // Call a URL
type K22 =
  | 'Mail'
  | 'Call'
type K23 =
  | 'Waiting'
  | 'Sent'
  | 'Failed'
  | 'Suppressed'
type K24 =
  | 0 // Running
  | 1 // Completed
  | 2 // Ended
type K25 =
  | 1 // Minutes
  | 2 // Hours
  | 3 // Days
  | 4 // Weeks
  | 5 // Months
type K26 =
  | 'Create'
  | 'Update'
  | 'Delete'
  | 'Restore'
  | 'Merge'
  | 'Erase'
type P1 = { Value: F<string | null, never, O1, string>; ID: F<string | null, never, O1, string>; EntityType: F<string | number | boolean | null, never>; Uid: F<string | number | boolean | null, never>; Number: F<string | number | boolean | null, never> }
type P2 = { Key: F<K1 | null, K1, O2, K1>; Value: F<K1 | null, K1, O2, K1>; Name: F<K1 | null, K1, O2, K1>; DisplayValue: F<string | null, K1, O2, K1> }
type P3 = { Value: F<string | null, string, O1, string>; ID: F<string | null, string, O1, string>; EntityType: F<string | number | boolean | null, string | number>; Uid: F<string | number | boolean | null, string | number>; Number: F<string | number | boolean | null, string | number> }
type P4 = { Key: F<string | null, never, O1, string, P1> }
type P5 = { Value: F<string | null, string, O3, string>; DisplayValue: F<string | null, string, O3, string> }
type P6 = { Value: F<string | null, never, O3, string>; DisplayValue: F<string | null, never, O3, string> }
type P7 = { Value: F<string | null, string, O3, string>; DisplayValue: F<string | null, string, O3, string>; Name: F<string | null, string, O3, string>; Key: F<string | number | boolean | null, string | number> }
type P8 = { Value: F<string | null, string, O3, string>; DisplayValue: F<string | null, string, O3, string>; Number: F<string | null, string, O3, string, P5>; Extension: F<string | number | boolean | null, string | number>; Description: F<string | number | boolean | null, string | number>; Default: F<string | number | boolean | null, string | number> }
type P9 = { Value: F<boolean | null, boolean, O1, boolean>; DisplayValue: F<string | null, boolean, O1, boolean> }
type P10 = { Number: F<string | null, string, O3, string, P5>; Extension: F<string | null, string, O3, string, P5>; Description: F<string | null, string, O3, string, P5>; Default: F<boolean | null, boolean, O1, boolean, P9>; Value: F<string | null, string, O3, string>; DisplayValue: F<string | null, string, O3, string> }
type P11 = { Value: F<string | null, string, O3, string>; DisplayValue: F<string | null, string, O3, string>; Address: F<string | null, string, O3, string, P5>; Description: F<string | number | boolean | null, string | number>; Default: F<string | number | boolean | null, string | number> }
type P12 = { Address: F<string | null, string, O3, string, P5>; Description: F<string | null, string, O3, string, P5>; Default: F<boolean | null, boolean, O1, boolean, P9>; Value: F<string | null, string, O3, string>; DisplayValue: F<string | null, string, O3, string> }
type P13 = { Longitude: F<number | null, number, O2, number>; Latitude: F<number | null, number, O2, number> }
type P14 = { Key: F<string | null, string, O1, string, P3>; AddressLine1: F<string | null, string, O3, string, P5>; AddressLine2: F<string | null, string, O3, string, P5>; City: F<string | null, string, O3, string, P7>; StateProvince: F<string | null, string, O3, string, P7>; ZipCode: F<string | null, string, O3, string, P5>; Country: F<string | null, string, O3, string, P7>; Description: F<string | null, string, O3, string, P5>; Location: F<object | null, string | number, never, never, P13>; Default: F<string | number | boolean | null, string | number>; DisplayValue: F<string | null, string | number> }
type P15 = { Value: F<string | null, string, O1, string>; ID: F<string | null, string, O1, string>; EntityType: F<string | number | boolean | null, string | number>; Uid: F<string | null, string, O1, string>; Number: F<string | number | boolean | null, string | number> }
type P16 = { Key: F<string | null, string, O1, string, P15>; Uid: F<string | null, string, O1, string>; ID: F<string | null, string, O1, string>; Value: F<string | null, string, O3, string, P5>; DisplayName: F<string | null, string, O3, string, P5>; DisplayValue: F<string | null, string, O3, string, P5> }
type P17 = { Value: F<string | null, string, O2, string>; DisplayValue: F<string | null, string, O2, string> }
type P18 = { Value: F<string | number | boolean | null, string | number>; DisplayValue: F<string | null, string | number> }
type P19 = { Key: F<string | number | null, string | number, O2, string | number>; Value: F<string | null, string, O3, string>; Name: F<string | null, string, O3, string>; DisplayValue: F<string | null, string, O3, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P20 = { Uid: F<string | number | boolean | null, string | number> }
type P21 = { Key: F<string | null, string, O1, string, P20>; Value: F<string | null, string, O1, string>; Uid: F<string | number | boolean | null, string | number>; DisplayValue: F<string | null, string | number> }
type P22 = { Read: F<string, string, O5, string, P21, never, true>; Write: F<string, string, O5, string, P21, never, true> }
type P23 = { Key: F<string | null, string, O1, string, P3> }
type P24 = { Source: F<string | null, string, O3, string, P5>; Key: F<string | null, string, O2, string> }
type P25 = { Value: F<string | number | boolean | null, never>; DisplayValue: F<string | null, never>; Read: F<string | number | boolean | null, never>; Write: F<string | number | boolean | null, never>; CanUpdate: F<string | number | boolean | null, never>; CanDelete: F<string | number | boolean | null, never> }
type P26 = { Value: F<string | null, never, O1, string>; ID: F<string | null, never, O1, string>; EntityType: F<string | number | boolean | null, never>; Uid: F<string | null, never, O1, string>; Number: F<string | number | boolean | null, never> }
type P27 = { Key: F<string | null, never, O1, string, P26>; Uid: F<string | null, never, O1, string>; ID: F<string | null, never, O1, string>; Value: F<string | null, never, O3, string, P6>; DisplayName: F<string | null, never, O3, string, P6>; DisplayValue: F<string | null, never, O3, string, P6> }
type P28 = { Value: F<string | null, never, O2, string>; DisplayValue: F<string | null, never, O2, string> }
type P29 = { Value: F<number | null, never, O2, number>; DisplayValue: F<string | null, never, O2, number> }
type P30 = { Value: F<string | number | boolean | null, never>; DisplayValue: F<string | null, never> }
type P31 = { Key: F<K2 | null, never, O2, K2>; Value: F<string | null, never, O1, string>; Name: F<string | null, never, O1, string>; DisplayValue: F<string | null, never, O1, string>; Icon: F<string | number | boolean | null, never>; BiDirectional: F<string | number | boolean | null, never>; External: F<string | number | boolean | null, never>; Group: F<object | null, never, never, never, P30>; Inactive: F<string | number | boolean | null, never>; SortValue: F<string | number | boolean | null, never> }
type P32 = { Value: F<string | null, string, O1, string>; ID: F<string | null, string, O1, string>; EntityType: F<string | null, string, O2, string>; Number: F<string | number | boolean | null, string | number> }
type P33 = { Key: F<string | null, never, O1, string>; DisplayValue: F<string | null, never>; AbEntry: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>; Lead: F<R | null, never, O1, string, P4, Model['Lead']['fields']>; Opportunity: F<R | null, never, O1, string, P4, Model['Opportunity']['fields']>; Case: F<R | null, never, O1, string, P4, Model['Case']['fields']>; Campaign: F<R | null, never, O1, string, P4, Model['Campaign']['fields']> }
type P34 = { Key: F<K3 | null, K3, O2, K3>; Value: F<string | null, string | number, O1, string>; Name: F<string | null, string | number, O1, string>; DisplayValue: F<string | null, string | number, O1, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P35 = { Code: F<string | number | boolean | null, string | number>; Value: F<string | number | boolean | null, string | number> }
type P36 = { Value: F<number | null, number, O2, number>; DisplayValue: F<string | null, number, O2, number>; CurrencyCode: F<object | null, string | number, never, never, P35> }
type P37 = { Value: F<boolean | null, never, O1, boolean>; DisplayValue: F<string | null, never, O1, boolean> }
type P38 = { Key: F<K4 | null, K4, O2, K4>; Value: F<string | null, string | number, O1, string>; Name: F<string | null, string | number, O1, string>; DisplayValue: F<string | null, string | number, O1, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P39 = { ID: F<unknown | null, unknown>; Header: F<unknown | null, unknown>; Template: F<unknown | null, unknown>; Width: F<unknown | null, unknown> }
type P40 = { Value: F<string | null, string, O2, string>; DisplayValue: F<string | null, string, O2, string>; Code: F<string | null, string, O2, string> }
type P41 = { Value: F<number | null, number, O2, number>; DisplayValue: F<string | null, number, O2, number> }
type P42 = { Key: F<string | null, never, O1, string>; DisplayValue: F<string | null, never>; AbEntry: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>; Opportunity: F<R | null, never, O1, string, P4, Model['Opportunity']['fields']>; Custom: F<R | null, never, O1, string, P4, Model['Custom']['fields']>; CustomChild: F<R | null, never, O1, string, P4, Model['CustomChild']['fields']> }
type P43 = { Key: F<K5 | null, K5, O2, K5>; Value: F<string | null, string | number, O1, string>; Name: F<string | null, string | number, O1, string>; DisplayValue: F<string | null, string | number, O1, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P44 = { Value: F<string | null, string, O1, string> }
type P45 = { Key: F<K6 | null, K6, O2, K6>; Value: F<string | null, string | number, O1, string>; Name: F<string | null, string | number, O1, string>; DisplayValue: F<string | null, string | number, O1, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P46 = { Key: F<K7 | null, K7, O2, K7>; Value: F<string | null, string | number, O1, string>; Name: F<string | null, string | number, O1, string>; DisplayValue: F<string | null, string | number, O1, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P47 = { Key: F<string | null, string, O1, string> }
type P48 = { Value: F<string | null, string, O3, string> }
type P49 = { Value: F<number | null, string | number, O2, number>; DisplayValue: F<string | null, string | number, O2, number> }
type P50 = { Key: F<K8 | null, K8, O2, K8>; Value: F<string | null, string | number, O1, string>; Name: F<string | null, string | number, O1, string>; DisplayValue: F<string | null, string | number, O1, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P51 = { Name: F<unknown | null, unknown>; ColumnNo: F<unknown | null, unknown>; Element: F<unknown | null, unknown> }
type P52 = { AddressLine1: F<string | null, string, O3, string, P5>; AddressLine2: F<string | null, string, O3, string, P5>; City: F<string | null, string, O3, string, P7>; StateProvince: F<string | null, string, O3, string, P7>; ZipCode: F<string | null, string, O3, string, P5>; Country: F<string | null, string, O3, string, P7>; Description: F<string | null, string, O3, string, P5>; Location: F<object | null, string | number, never, never, P13>; DisplayValue: F<string | null, string | number> }
type P53 = { Key: F<K9 | null, never, O2, K9>; Value: F<K9 | null, never, O2, K9>; Name: F<K9 | null, never, O2, K9>; DisplayValue: F<string | null, never, O2, K9> }
type P54 = { Key: F<K10 | null, K10, O2, K10>; Value: F<K10 | null, K10, O2, K10>; Name: F<K10 | null, K10, O2, K10>; DisplayValue: F<string | null, K10, O2, K10> }
type P55 = { Key: F<K11 | null, never, O2, K11>; Value: F<K11 | null, never, O2, K11>; Name: F<K11 | null, never, O2, K11>; DisplayValue: F<string | null, never, O2, K11> }
type P56 = { Value: F<string | null, never, O1, string>; ID: F<string | null, never, O1, string>; EntityType: F<string | null, never, O2, string>; Number: F<string | number | boolean | null, never> }
type P57 = { Key: F<string | null, never, O1, string>; DisplayValue: F<string | null, never>; AbEntry: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>; Opportunity: F<R | null, never, O1, string, P4, Model['Opportunity']['fields']>; Case: F<R | null, never, O1, string, P4, Model['Case']['fields']>; Lead: F<R | null, never, O1, string, P4, Model['Lead']['fields']>; Task: F<R | null, never, O1, string, P4, Model['Task']['fields']>; Campaign: F<R | null, never, O1, string, P4, Model['Campaign']['fields']> }
type P58 = { Key: F<string | null, never, O1, string>; DisplayValue: F<string | null, never>; AbEntry: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>; Opportunity: F<R | null, never, O1, string, P4, Model['Opportunity']['fields']>; Case: F<R | null, never, O1, string, P4, Model['Case']['fields']>; Lead: F<R | null, never, O1, string, P4, Model['Lead']['fields']>; Task: F<R | null, never, O1, string, P4, Model['Task']['fields']>; Campaign: F<R | null, never, O1, string, P4, Model['Campaign']['fields']>; Note: F<R | null, never, O1, string, P4, Model['Note']['fields']> }
type P59 = { Key: F<K12 | null, K12, O2, K12>; Value: F<string | null, string | number, O1, string>; Name: F<string | null, string | number, O1, string>; DisplayValue: F<string | null, string | number, O1, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P60 = { Code: F<string | null, string, O2, string>; Value: F<string | null, string, O2, string> }
type P61 = { Value: F<number | null, number, O2, number>; DisplayValue: F<string | null, number, O2, number>; CurrencyCode: F<string | null, string, O2, string, P60>; CorporateValue: F<number | null, number, O2, number> }
type P62 = { Code: F<string | number | boolean | null, never>; Value: F<string | number | boolean | null, never> }
type P63 = { Value: F<number | null, never, O2, number>; DisplayValue: F<string | null, never, O2, number>; CurrencyCode: F<object | null, never, never, never, P62> }
type P64 = { Code: F<string | null, never, O2, string>; Value: F<string | null, never, O2, string> }
type P65 = { Value: F<number | null, never, O2, number>; DisplayValue: F<string | null, never, O2, number>; CurrencyCode: F<string | null, never, O2, string, P64>; CorporateValue: F<number | null, never, O2, number> }
type P66 = { Key: F<string | null, never, O1, string, P1>; Setup: F<R | null, never, O1, string, P4, Model['SalesProcessSetup']['fields']>; Description: F<string | null, never, O3, string, P6>; DisplayValue: F<string | null, never, O3, string, P6> }
type P67 = { Key: F<string | null, never, O1, string, P1>; Setup: F<R | null, never, O1, string, P4, Model['SalesStageSetup']['fields']>; Description: F<string | null, never, O3, string, P6>; Age: F<number | null, never, O2, number, P29>; TargetAge: F<number | null, never, O2, number, P29>; ProbabilityClose: F<number | null, never, O2, number, P29>; DisplayValue: F<string | null, never, O3, string, P6> }
type P68 = { Key: F<number | null, string | number, O2, number>; DisplayValue: F<string | null, string | number> }
type P69 = { Key: F<K13 | null, K13, O2, K13>; Value: F<string | null, string | number, O1, string>; Name: F<string | null, string | number, O1, string>; DisplayValue: F<string | null, string | number, O1, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P70 = { Key: F<K14 | null, K14, O2, K14>; Value: F<string | null, string | number, O1, string>; Name: F<string | null, string | number, O1, string>; DisplayValue: F<string | null, string | number, O1, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P71 = { Key: F<K15 | null, K15, O2, K15>; Value: F<string | null, string | number, O1, string>; Name: F<string | null, string | number, O1, string>; DisplayValue: F<string | null, string | number, O1, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P72 = { Key: F<string | null, string, O1, string, P15>; Uid: F<string | null, string, O1, string>; ID: F<string | null, string, O1, string>; Value: F<string | null, string, O3, string, P5>; DisplayName: F<string | null, string, O3, string, P5>; DisplayValue: F<string | null, string, O3, string, P5>; Role: F<K14 | null, K14, O2, K14, P70>; Right: F<K15 | null, K15, O2, K15, P71> }
type P73 = { Key: F<K16 | null, never, O2, K16>; Value: F<K16 | null, never, O2, K16>; Name: F<K16 | null, never, O2, K16>; DisplayValue: F<string | null, never, O2, K16> }
type P74 = { Key: F<K17 | null, never, O2, K17>; Value: F<K17 | null, never, O2, K17>; Name: F<K17 | null, never, O2, K17>; DisplayValue: F<string | null, never, O2, K17> }
type P75 = { Key: F<K18 | null, K18, O2, K18>; Value: F<K18 | null, K18, O2, K18>; Name: F<K18 | null, K18, O2, K18>; DisplayValue: F<string | null, K18, O2, K18> }
type P76 = { Key: F<K19 | null, K19, O2, K19>; Value: F<string | null, string | number, O1, string>; Name: F<string | null, string | number, O1, string>; DisplayValue: F<string | null, string | number, O1, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P77 = { Key: F<string | null, string, O1, string, P3>; Pattern: F<string | number | boolean | null, string | number>; Range: F<string | number | boolean | null, string | number> }
type P78 = { Key: F<K20 | null, K20, O2, K20>; Value: F<K20 | null, K20, O2, K20>; Name: F<K20 | null, K20, O2, K20>; DisplayValue: F<string | null, K20, O2, K20> }
type P79 = { Create: F<string | number | boolean | null, never>; Read: F<string | number | boolean | null, never>; Update: F<string | number | boolean | null, never>; Delete: F<string | number | boolean | null, never> }
type P80 = { AbEntry: F<object | null, never, never, never, P79>; Address: F<object | null, never, never, never, P79>; Application: F<object | null, never, never, never, P79>; Appointment: F<object | null, never, never, never, P79>; Campaign: F<object | null, never, never, never, P79>; CampaignSubscriber: F<object | null, never, never, never, P79>; Case: F<object | null, never, never, never, P79>; CurrencyRate: F<object | null, never, never, never, P79>; Custom: F<object | null, never, never, never, P79>; CustomChild: F<object | null, never, never, never, P79>; CustomSetup: F<object | null, never, never, never, P79>; Document: F<object | null, never, never, never, P79>; DocumentLibrary: F<object | null, never, never, never, P79>; FavoriteList: F<object | null, never, never, never, P79>; Folder: F<object | null, never, never, never, P79>; Interaction: F<object | null, never, never, never, P79>; KeyFieldDefinition: F<object | null, never, never, never, P79>; KeyFieldList: F<object | null, never, never, never, P79>; Lead: F<object | null, never, never, never, P79>; MailSuppression: F<object | null, never, never, never, P79>; MailTemplate: F<object | null, never, never, never, P79>; Note: F<object | null, never, never, never, P79>; Opportunity: F<object | null, never, never, never, P79>; PersonalAccessToken: F<object | null, never, never, never, P79>; Preference: F<object | null, never, never, never, P79>; ProcessSetup: F<object | null, never, never, never, P79>; ProcessStageSetup: F<object | null, never, never, never, P79>; RelatedEntry: F<object | null, never, never, never, P79>; RequestCapture: F<object | null, never, never, never, P79>; Resource: F<object | null, never, never, never, P79>; SalesProcessSetup: F<object | null, never, never, never, P79>; SalesStageSetup: F<object | null, never, never, never, P79>; SalesTeam: F<object | null, never, never, never, P79>; SecurityGroup: F<object | null, never, never, never, P79>; Tag: F<object | null, never, never, never, P79>; Task: F<object | null, never, never, never, P79>; Territory: F<object | null, never, never, never, P79>; User: F<object | null, never, never, never, P79>; View: F<object | null, never, never, never, P79>; Workflow: F<object | null, never, never, never, P79>; WorkflowAction: F<object | null, never, never, never, P79>; WorkflowStage: F<object | null, never, never, never, P79>; WorkflowTaskTemplate: F<object | null, never, never, never, P79> }
type P81 = { Field: F<unknown | null, unknown>; Width: F<unknown | null, unknown> }
type P82 = { Key: F<K21 | null, K21, O2, K21>; Value: F<string | null, string | number, O1, string>; Name: F<string | null, string | number, O1, string>; DisplayValue: F<string | null, string | number, O1, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P83 = { FieldName: F<unknown | null, unknown>; Type: F<unknown | null, unknown>; Data: F<unknown | null, unknown> }
type P84 = { Key: F<K22 | null, never, O2, K22>; Value: F<K22 | null, never, O2, K22>; Name: F<K22 | null, never, O2, K22>; DisplayValue: F<string | null, never, O2, K22> }
type P85 = { Key: F<K23 | null, never, O2, K23>; Value: F<K23 | null, never, O2, K23>; Name: F<K23 | null, never, O2, K23>; DisplayValue: F<string | null, never, O2, K23> }
type P86 = { Key: F<K24 | null, never, O2, K24>; Value: F<string | null, never, O1, string>; Name: F<string | null, never, O1, string>; DisplayValue: F<string | null, never, O1, string>; Icon: F<string | number | boolean | null, never>; BiDirectional: F<string | number | boolean | null, never>; External: F<string | number | boolean | null, never>; Group: F<object | null, never, never, never, P30>; Inactive: F<string | number | boolean | null, never>; SortValue: F<string | number | boolean | null, never> }
type P87 = { Key: F<K25 | null, K25, O2, K25>; Value: F<string | null, string | number, O1, string>; Name: F<string | null, string | number, O1, string>; DisplayValue: F<string | null, string | number, O1, string>; Icon: F<string | number | boolean | null, string | number>; BiDirectional: F<string | number | boolean | null, string | number>; External: F<string | number | boolean | null, string | number>; Group: F<object | null, string | number, never, never, P18>; Inactive: F<string | number | boolean | null, string | number>; SortValue: F<string | number | boolean | null, string | number> }
type P88 = { Key: F<K26 | null, never, O2, K26>; Value: F<K26 | null, never, O2, K26>; Name: F<K26 | null, never, O2, K26>; DisplayValue: F<string | null, never, O2, K26> }
type P89 = { Field: F<unknown | null, never>; Before: F<unknown | null, never>; After: F<unknown | null, never> }
type P90 = { Type: F<string | number | boolean | null, never>; Key: F<string | null, never, O1, string>; DisplayValue: F<string | null, never> }
type P91 = { Key: F<unknown | null, never>; Value: F<unknown | null, never>; DisplayValue: F<unknown | null, never>; Inactive: F<unknown | null, never> }
type F<Read, Write, Operators = never, Value = never, Parts = never, Linked = never, List = false> = {
  read: Read
  write: Write
  operators: Operators
  value: Value
  parts: Parts
  linked: Linked
  list: List
}
type R = { readonly Key: string; readonly DisplayValue: string | null }

/** The keys of options, by entity and field. */
export interface ModelOptions {
  'AbEntry.Type': K1
  'Activity.RecurrenceType': K2
  'Campaign.Status': K3
  'ColumnSetup.EntityType': K4
  'DocumentLibrary.Type': K5
  'Document.Type': K6
  'FavoriteList.EntityType': K7
  'Interaction.Direction': K8
  'KeyFieldDefinition.EntityType': K7
  'MailSuppression.Reason': K9
  'MailTemplate.EntityType': K7
  'MailTemplate.Language': K10
  'Notification.Kind': K11
  'Opportunity.Status': K12
  'ProcessSetup.EntityType': K13
  'SalesTeam.Members/Role': K14
  'SalesTeam.Members/Right': K15
  'SignIn.Outcome': K16
  'SignIn.Reason': K17
  'Tag.Color': K18
  'Task.IconType': K19
  'Task.RecurrenceType': K2
  'User.NotificationMail': K20
  'WorkflowAction.Action': K21
  'WorkflowDelivery.Kind': K22
  'WorkflowDelivery.Status': K23
  'WorkflowInstance.Status': K24
  'WorkflowTaskTemplate.IconType': K19
  'WorkflowTaskTemplate.DateOffsetUnit': K25
  'WorkflowTaskTemplate.AlarmOffsetUnit': K25
  'Workflow.EntityType': K7
  'History.Operation': K26
}

export interface Model {
  AbEntry: {
    required: 'Type'
    fields: {
      Key: F<string, never, O1, string, P1>
      Type: F<K1 | null, K1, O2, K1, P2>
      ParentKey: F<string | null, string, O1, string, P3>
      Parent: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>
      CompanyName: F<string | null, string, O3, string, P5>
      FirstName: F<string | null, string, O3, string, P5>
      MiddleName: F<string | null, string, O3, string, P5>
      LastName: F<string | null, string, O3, string, P5>
      FullName: F<string | null, never, O3, string, P6>
      MrMs: F<string | null, string, O3, string, P7>
      Salutation: F<string | null, string, O3, string, P7>
      Division: F<string | null, string, O3, string, P7>
      Department: F<string | null, string, O3, string, P7>
      Position: F<string | null, string, O3, string, P7>
      Phone: F<string | null, string, O3, string, P8>
      Phone1: F<string | null, string, O3, string, P10>
      Phone2: F<string | null, string, O3, string, P10>
      Phone3: F<string | null, string, O3, string, P10>
      Phone4: F<string | null, string, O3, string, P10>
      Email: F<string | null, string, O3, string, P11>
      Email1: F<string | null, string, O3, string, P12>
      Email2: F<string | null, string, O3, string, P12>
      Email3: F<string | null, string, O3, string, P12>
      Website: F<string | null, string, O3, string, P5>
      Address: F<object | null, string | number, never, never, P14>
      AccountManager: F<string | null, string, O1, string, P16, Model['User']['fields']>
      LastContactDate: F<string | null, string, O2, string, P17>
      TerritoryKey: F<string | null, string, O1, string, P3>
      Territory: F<R | null, never, O1, string, P4, Model['Territory']['fields']>
      TerritoryStatus: F<string | number | null, string | number, O2, string | number, P19>
      Category: F<string | number, string | number, O4, string | number, P19, never, true>
      Lead: F<boolean | null, boolean, O1, boolean, P9>
      ReportsToKey: F<string | null, string, O1, string, P3>
      ReportsTo: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>
      SecAccess: F<object | null, string | number, never, never, P22>
      FavoriteLists: F<string, never, O5, string, P4, Model['FavoriteList']['fields'], true>
      Tags: F<R, string, O5, string, P23, Model['Tag']['fields'], true>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      MergedInto: F<string | null, never, O1, string, P1>
    }
  }
  Activity: {
    required: never
    fields: {
      Key: F<string, never, O1, string, P1>
      TaskKey: F<string | null, never, O1, string, P1>
      Task: F<R | null, never, O1, string, P4, Model['Task']['fields']>
      Subject: F<string | null, never, O3, string, P6>
      StartDate: F<string | null, never, O2, string, P28>
      AssignedTo: F<string | null, never, O1, string, P27, Model['User']['fields']>
      RecurrenceKey: F<string | null, never, O1, string, P1>
      RecurrenceType: F<K2 | null, never, O2, K2, P31>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Address: {
    required: 'ParentKey'
    fields: {
      Key: F<string, never, O1, string, P1>
      ParentKey: F<string | null, string, O1, string, P3>
      Parent: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>
      AddressLine1: F<string | null, string, O3, string, P5>
      AddressLine2: F<string | null, string, O3, string, P5>
      City: F<string | null, string, O3, string, P7>
      StateProvince: F<string | null, string, O3, string, P7>
      ZipCode: F<string | null, string, O3, string, P5>
      Country: F<string | null, string, O3, string, P7>
      Description: F<string | null, string, O3, string, P5>
      Location: F<object | null, string | number, never, never, P13>
      Default: F<boolean | null, boolean, O1, boolean, P9>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Application: {
    required: 'Name' | 'RedirectUri'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      RedirectUri: F<string | null, string, O2, string, P17>
      MoreRedirectUris: F<string | number | boolean, unknown, never, never, never, never, true>
      Public: F<boolean | null, boolean, O1, boolean, P9>
      AllowS256: F<boolean | null, boolean, O1, boolean, P9>
      PublicKeys: F<string | number | boolean | null, string | number>
      ClientId: F<string | null, never, O2, string, P28>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Appointment: {
    required: 'Subject' | 'StartDate'
    fields: {
      Key: F<string, never, O1, string, P1>
      Subject: F<string | null, string, O3, string, P7>
      StartDate: F<string | null, string, O2, string, P17>
      EndDate: F<string | null, string, O2, string, P17>
      Description: F<string | null, string, O3, string, P5>
      Location: F<string | null, string, O3, string, P7>
      Private: F<boolean | null, boolean, O1, boolean, P9>
      SendInvitations: F<boolean | null, boolean, O1, boolean, P9>
      Priority: F<string | number | null, string | number, O2, string | number, P19>
      Result: F<string | number | null, string | number, O2, string | number, P19>
      InteractionCategory: F<string | number | null, string | number, O2, string | number, P19>
      AbEntries: F<R, string, O5, string, P23, Model['AbEntry']['fields'], true>
      Leads: F<R, string, O5, string, P23, Model['Lead']['fields'], true>
      Users: F<string, string, O5, string, P16, Model['User']['fields'], true>
      Resources: F<R, string, O5, string, P23, Model['Resource']['fields'], true>
      WithKey: F<string | null, string, O1, string, P32>
      With: F<R | null, never, O1, string, P33>
      Organizer: F<string | null, string, O1, string, P16, Model['User']['fields']>
      Product: F<string | number, string | number, O4, string | number, P19, never, true>
      Category: F<string | number, string | number, O4, string | number, P19, never, true>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  CampaignSubscriber: {
    required: 'Key' | 'ParentKey'
    fields: {
      Key: F<string, string, O1, string, P3>
      AbEntry: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>
      ParentKey: F<string | null, string, O1, string, P3>
      Campaign: F<R | null, never, O1, string, P4, Model['Campaign']['fields']>
      StartDate: F<string | null, string, O2, string, P17>
      NextDate: F<string | null, string, O2, string, P17>
      Status: F<string | number | null, string | number, O2, string | number, P19>
      DisplayValue: F<string | null, never, O3, string, P6>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Campaign: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      Status: F<K3 | null, K3, O2, K3, P34>
      Type: F<string | number | null, string | number, O2, string | number, P19>
      Description: F<string | null, string, O3, string, P5>
      Cost: F<number | null, number, O2, number, P36>
      ForecastRevenue: F<number | null, number, O2, number, P36>
      ActualRevenue: F<number | null, number, O2, number, P36>
      StartDate: F<string | null, string, O2, string, P17>
      EndDate: F<string | null, string, O2, string, P17>
      Product: F<string | number, string | number, O4, string | number, P19, never, true>
      Category: F<string | number, string | number, O4, string | number, P19, never, true>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Case: {
    required: 'Subject' | 'AbEntryKey'
    fields: {
      Key: F<string, never, O1, string, P1>
      CaseNumber: F<string | null, never, O3, string, P6>
      Subject: F<string | null, string, O3, string, P5>
      Description: F<string | null, string, O3, string, P5>
      AbEntryKey: F<string | null, string, O1, string, P3>
      AbEntry: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>
      ContactKey: F<string | null, string, O1, string, P3>
      Contact: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>
      AssignedTo: F<string | null, string, O1, string, P16, Model['User']['fields']>
      Owner: F<string | null, string, O1, string, P16, Model['User']['fields']>
      Product: F<string | number, string | number, O4, string | number, P19, never, true>
      Category: F<string | number, string | number, O4, string | number, P19, never, true>
      Type: F<string | number | null, string | number, O2, string | number, P19>
      Reason: F<string | number | null, string | number, O2, string | number, P19>
      Origin: F<string | number | null, string | number, O2, string | number, P19>
      Queue: F<string | number | null, string | number, O2, string | number, P19>
      Status: F<string | number | null, string | number, O2, string | number, P19>
      Priority: F<string | number | null, string | number, O2, string | number, P19>
      Severity: F<string | number | null, string | number, O2, string | number, P19>
      ResolvedDate: F<string | null, never, O2, string, P28>
      ResolvedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      Age: F<number | null, never, O2, number, P29>
      FollowUpDate: F<string | null, string, O2, string, P17>
      Overdue: F<boolean | null, never, O1, boolean, P37>
      FavoriteLists: F<string, never, O5, string, P4, Model['FavoriteList']['fields'], true>
      Tags: F<R, string, O5, string, P23, Model['Tag']['fields'], true>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      MergedInto: F<string | null, never, O1, string, P1>
    }
  }
  ColumnSetup: {
    required: 'Name' | 'EntityType' | 'Columns'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      EntityType: F<K4 | null, K4, O2, K4, P38>
      Columns: F<object, unknown, never, never, P39, never, true>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  CurrencyRate: {
    required: 'CurrencyCode' | 'Rate'
    fields: {
      Key: F<string, never, O1, string, P1>
      CurrencyCode: F<string | null, string, O2, string, P40>
      Description: F<string | null, string, O3, string, P5>
      Rate: F<number | null, number, O2, number, P41>
      EffectiveDate: F<string | null, string, O2, string, P17>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  CustomChild: {
    required: 'ParentKey' | 'CustomSetupKey' | 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      ParentKey: F<string | null, string, O1, string, P32>
      Parent: F<R | null, never, O1, string, P42>
      CustomSetupKey: F<string | null, string, O1, string, P3>
      CustomSetup: F<R | null, never, O1, string, P4, Model['CustomSetup']['fields']>
      Type: F<string | null, never, O3, string, P6>
      Name: F<string | null, string, O3, string, P5>
      Owner: F<string | null, string, O1, string, P16, Model['User']['fields']>
      SecAccess: F<object | null, string | number, never, never, P22>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  CustomSetup: {
    required: 'Name' | 'TAG'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      PluralName: F<string | null, string, O3, string, P5>
      TAG: F<string | null, string, O3, string, P5>
      Icon: F<string | null, string, O3, string, P5>
      Type: F<string | null, never, O3, string, P6>
      ParentEntity: F<string | null, string, O3, string, P5>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Custom: {
    required: 'CustomSetupKey' | 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      CustomSetupKey: F<string | null, string, O1, string, P3>
      CustomSetup: F<R | null, never, O1, string, P4, Model['CustomSetup']['fields']>
      Type: F<string | null, never, O3, string, P6>
      Name: F<string | null, string, O3, string, P5>
      Owner: F<string | null, string, O1, string, P16, Model['User']['fields']>
      SecAccess: F<object | null, string | number, never, never, P22>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  DocumentLibrary: {
    required: 'Name' | 'Type' | 'BinaryDataId'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      Description: F<string | null, string, O3, string, P5>
      Ext: F<string | null, string, O3, string, P5>
      Type: F<K5 | null, K5, O2, K5, P43>
      FolderKey: F<string | null, string, O1, string, P44>
      Size: F<number | null, never, O2, number, P29>
      BinaryDataId: F<never | null, string | number>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Document: {
    required: 'Name' | 'ParentKey'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      Description: F<string | null, string, O3, string, P5>
      Ext: F<string | null, string, O3, string, P5>
      Type: F<K6 | null, K6, O2, K6, P45>
      Category: F<string | null, string, O3, string, P7>
      Size: F<number | null, never, O2, number, P29>
      ParentKey: F<string | null, string, O1, string, P32>
      DateTime: F<string | null, string, O2, string, P17>
      BinaryDataId: F<never | null, string | number>
      SecAccess: F<object | null, string | number, never, never, P22>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  FavoriteList: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      Description: F<string | null, string, O3, string, P5>
      EntityType: F<K7 | null, K7, O2, K7, P46>
      MemberKeys: F<string, string, O5, string, P47, never, true>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Folder: {
    required: 'Name' | 'AppliesTo'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      AppliesTo: F<string, string, O6, string, P48, never, true>
      ParentFolderKey: F<string | null, string, O1, string, P44>
      Inactive: F<boolean | null, boolean, O1, boolean, P9>
      Path: F<string | null, never, O3, string, P6>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Interaction: {
    required: 'Type'
    fields: {
      Key: F<string, never, O1, string, P1>
      Type: F<string | number | null, string | number, O2, string | number, P19>
      AbEntryKey: F<string | null, string, O5, string, P3>
      AbEntry: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>
      LeadKey: F<string | null, string, O5, string, P3>
      Lead: F<R | null, never, O1, string, P4, Model['Lead']['fields']>
      AbEntries: F<R, string, O5, string, P23, Model['AbEntry']['fields'], true>
      Leads: F<R, string, O5, string, P23, Model['Lead']['fields'], true>
      Users: F<string, string, O5, string, P16, Model['User']['fields'], true>
      User: F<string | null, string, O1, string, P16, Model['User']['fields']>
      WithKey: F<string | null, string, O1, string, P32>
      With: F<R | null, never, O1, string, P33>
      Subject: F<string | null, string, O3, string, P5>
      Description: F<string | null, string, O3, string, P5>
      Attachment: F<string | null, string, O3, string, P5>
      StartDate: F<string | null, string, O2, string, P17>
      EndDate: F<string | null, string, O2, string, P17>
      Duration: F<number | null, string | number, O2, number, P49>
      Direction: F<K8 | null, K8, O2, K8, P50>
      Completed: F<boolean | null, boolean, O1, boolean, P9>
      Priority: F<string | number | null, string | number, O2, string | number, P19>
      Recurring: F<boolean | null, boolean, O1, boolean, P9>
      Source: F<string | null, string, O3, string, P5>
      Data: F<string | number | boolean | null, string | number>
      Result: F<string | number | null, string | number, O2, string | number, P19>
      Category: F<string | number | null, string | number, O2, string | number, P19>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  KeyFieldDefinition: {
    required: 'ParentKey' | 'EntityType'
    fields: {
      Key: F<string, never, O1, string, P1>
      ParentKey: F<string | null, string, O1, string, P3>
      Parent: F<R | null, never, O1, string, P4, Model['KeyFieldList']['fields']>
      EntityType: F<K7 | null, K7, O2, K7, P46>
      Target: F<string | null, string, O3, string, P5>
      Name: F<string | null, string, O3, string, P5>
      Rule: F<string | number | boolean | null, string | number>
      RequestedBy: F<string | null, string, O1, string, P16, Model['User']['fields']>
      Layout: F<object, unknown, never, never, P51, never, true>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  KeyFieldList: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      Target: F<string | null, string, O3, string, P5>
      Description: F<string | null, string, O3, string, P5>
      RequestedBy: F<string | null, string, O1, string, P16, Model['User']['fields']>
      SecAccess: F<object | null, string | number, never, never, P22>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Lead: {
    required: never
    fields: {
      Key: F<string, never, O1, string, P1>
      CompanyName: F<string | null, string, O3, string, P5>
      MrMs: F<string | null, string, O3, string, P7>
      FirstName: F<string | null, string, O3, string, P5>
      MiddleName: F<string | null, string, O3, string, P5>
      LastName: F<string | null, string, O3, string, P5>
      FullName: F<string | null, never, O3, string, P6>
      Salutation: F<string | null, string, O3, string, P7>
      Position: F<string | null, string, O3, string, P7>
      Email: F<string | null, string, O3, string, P12>
      Phone1: F<string | null, string, O3, string, P10>
      Phone2: F<string | null, string, O3, string, P10>
      WebSite: F<string | null, string, O3, string, P5>
      Address: F<object | null, string | number, never, never, P52>
      Status: F<string | number | null, string | number, O2, string | number, P19>
      Source: F<string | number | null, string | number, O2, string | number, P19>
      Industry: F<string | number | null, string | number, O2, string | number, P19>
      NoEmployees: F<number | null, string | number, O2, number, P49>
      SourceUrl: F<string | null, string, O3, string, P5>
      CampaignKey: F<string | null, string, O1, string, P3>
      Campaign: F<R | null, never, O1, string, P4, Model['Campaign']['fields']>
      PartnerKey: F<string | null, string, O1, string, P3>
      Partner: F<R | null, string, O1, string, P23, Model['AbEntry']['fields']>
      ArchivedDate: F<string | null, string, O2, string, P17>
      Age: F<number | null, never, O2, number, P29>
      AssignedTo: F<string | null, string, O1, string, P16, Model['User']['fields']>
      ProcessSetupKey: F<string | null, string, O1, string, P3>
      ProcessSetup: F<R | null, never, O1, string, P4, Model['ProcessSetup']['fields']>
      ProcessStageSetupKey: F<string | null, string, O1, string, P3>
      ProcessStageSetup: F<R | null, never, O1, string, P4, Model['ProcessStageSetup']['fields']>
      OpportunityKey: F<string | null, string, O1, string, P3>
      Opportunity: F<R | null, never, O1, string, P4, Model['Opportunity']['fields']>
      AbEntryKey: F<string | null, string, O1, string, P3>
      AbEntry: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>
      FavoriteLists: F<string, never, O5, string, P4, Model['FavoriteList']['fields'], true>
      Tags: F<R, string, O5, string, P23, Model['Tag']['fields'], true>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      MergedInto: F<string | null, never, O1, string, P1>
    }
  }
  MailSuppression: {
    required: 'Email'
    fields: {
      Key: F<string, never, O1, string, P1>
      Email: F<string | null, string, O3, string, P5>
      Reason: F<K9 | null, never, O2, K9, P53>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  MailTemplate: {
    required: 'Name' | 'Subject' | 'Text'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      EntityType: F<K7 | null, K7, O2, K7, P46>
      Language: F<K10 | null, K10, O2, K10, P54>
      Subject: F<string | null, string, O3, string, P5>
      Text: F<string | null, string, O3, string, P5>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Note: {
    required: 'ParentKey'
    fields: {
      Key: F<string, never, O1, string, P1>
      ParentKey: F<string | null, string, O1, string, P32>
      Text: F<string | null, string, O3, string, P5>
      RichText: F<string | null, string, O3, string, P5>
      DateTime: F<string | null, string, O2, string, P17>
      Type: F<string | number | null, string | number, O2, string | number, P19>
      Category: F<string | null, string, O3, string, P7>
      Important: F<boolean | null, boolean, O1, boolean, P9>
      SecAccess: F<object | null, string | number, never, never, P22>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Notification: {
    required: never
    fields: {
      Key: F<string, never, O1, string, P1>
      Kind: F<K11 | null, never, O2, K11, P55>
      RecordKey: F<string | null, never, O1, string, P56>
      Record: F<R | null, never, O1, string, P57>
      SourceKey: F<string | null, never, O1, string, P56>
      Source: F<R | null, never, O1, string, P58>
      By: F<string | null, never, O1, string, P27, Model['User']['fields']>
      DateTime: F<string | null, never, O2, string, P28>
      Read: F<boolean | null, boolean, O1, boolean, P9>
      User: F<string | null, never, O1, string, P27, Model['User']['fields']>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Opportunity: {
    required: 'AbEntryKey' | 'Objective'
    fields: {
      Key: F<string, never, O1, string, P1>
      AbEntryKey: F<string | null, string, O1, string, P3>
      AbEntry: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>
      ContactKey: F<string | null, string, O1, string, P3>
      Contact: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>
      Objective: F<string | null, string, O3, string, P5>
      Description: F<string | null, string, O3, string, P5>
      NextAction: F<string | null, string, O3, string, P5>
      Status: F<K12 | null, K12, O2, K12, P59>
      Cost: F<number | null, number, O2, number, P36>
      ForecastRevenue: F<number | null, number, O2, number, P61>
      ActualRevenue: F<number | null, number, O2, number, P61>
      CorporateRevenue: F<number | null, never, O2, number, P63>
      Revenue: F<number | null, never, O2, number, P65>
      StartDate: F<string | null, string, O2, string, P17>
      CloseDate: F<string | null, string, O2, string, P17>
      Leader: F<string | null, string, O1, string, P16, Model['User']['fields']>
      SalesTeam: F<string | null, string, O1, string, P23, Model['SalesTeam']['fields']>
      SalesTeamKey: F<string | null, string, O1, string, P3>
      SalesProcessSetupKey: F<string | null, string, O1, string, P3>
      SalesProcessSetup: F<R | null, string, O1, string, P23, Model['SalesProcessSetup']['fields']>
      SalesStageSetupKey: F<string | null, string, O1, string, P3>
      SalesStageSetup: F<R | null, never, O1, string, P4, Model['SalesStageSetup']['fields']>
      SalesProcess: F<R | null, never, O1, string, P66>
      CurrentSalesStage: F<R | null, never, O1, string, P67>
      CurrentSalesStageAge: F<number | null, never, O2, number, P29>
      Category: F<string | number, string | number, O4, string | number, P19, never, true>
      Product: F<string | number, string | number, O4, string | number, P19, never, true>
      Rating: F<string | number, string | number, O4, string | number, P19, never, true>
      RevenueType: F<string | number | null, string | number, O2, string | number, P19>
      Reason: F<string | number, string | number, O4, string | number, P19, never, true>
      PartnerInfo: F<R | null, string, O1, string, P23, Model['AbEntry']['fields']>
      SecAccess: F<object | null, string | number, never, never, P22>
      FavoriteLists: F<string, never, O5, string, P4, Model['FavoriteList']['fields'], true>
      Tags: F<R, string, O5, string, P23, Model['Tag']['fields'], true>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      MergedInto: F<string | null, never, O1, string, P1>
    }
  }
  PersonalAccessToken: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      ExpirationDate: F<string | null, string, O2, string, P17>
      Scope: F<string | null, string, O2, string, P17>
      UserKey: F<string | null, string, O1, string, P16, Model['User']['fields']>
      Status: F<number | null, string | number, O2, number, P68>
      RevokeDate: F<string | null, never, O2, string, P28>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Preference: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O2, string, P17>
      Value: F<string | number | boolean | null, string | number>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  ProcessSetup: {
    required: 'EntityType' | 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      EntityType: F<K13 | null, K13, O2, K13, P69>
      Name: F<string | null, string, O3, string, P5>
      TAG: F<string | null, string, O3, string, P5>
      Inactive: F<boolean | null, boolean, O1, boolean, P9>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  ProcessStageSetup: {
    required: 'ProcessSetupKey' | 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      ProcessSetupKey: F<string | null, string, O1, string, P3>
      ProcessSetup: F<R | null, never, O1, string, P4, Model['ProcessSetup']['fields']>
      Name: F<string | null, string, O3, string, P5>
      TargetAge: F<number | null, string | number, O2, number, P49>
      Sequence: F<number | null, string | number, O2, number, P49>
      TAG: F<string | null, string, O3, string, P5>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  RelatedEntry: {
    required: 'FromKey' | 'ToKey'
    fields: {
      Key: F<string, never, O1, string, P1>
      FromKey: F<string | null, string, O1, string, P3>
      From: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>
      ToKey: F<string | null, string, O1, string, P3>
      To: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>
      RelationType: F<string | number | null, string | number, O2, string | number, P19>
      Description: F<string | null, string, O3, string, P5>
      ReverseRelatedEntryKey: F<string | null, never, O1, string, P1>
      DisplayValue: F<string | null, never, O3, string, P6>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  RequestCapture: {
    required: never
    fields: {
      Key: F<string, never, O1, string, P1>
      Until: F<string | null, string, O2, string, P17>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  RequestLog: {
    required: never
    fields: {
      Key: F<string, never, O1, string, P1>
      Time: F<string | null, never, O2, string, P28>
      User: F<string | null, never, O1, string, P27, Model['User']['fields']>
      Application: F<string | null, never, O3, string, P6>
      Method: F<string | null, never, O2, string, P28>
      Route: F<string | null, never, O2, string, P28>
      Operation: F<string | null, never, O2, string, P28>
      Entity: F<string | null, never, O2, string, P28>
      Status: F<number | null, never, O2, number, P29>
      ErrorCode: F<number | null, never, O2, number, P29>
      Codes: F<string | number | boolean, never, never, never, never, never, true>
      Milliseconds: F<number | null, never, O2, number, P29>
      RequestId: F<string | null, never, O2, string, P28>
      BodySize: F<number | null, never, O2, number, P29>
      AnswerSize: F<number | null, never, O2, number, P29>
      Body: F<string | null, never, O2, string, P28>
      Answer: F<string | null, never, O2, string, P28>
      Skipped: F<number | null, never, O2, number, P29>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Resource: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  SalesProcessSetup: {
    required: 'Description'
    fields: {
      Key: F<string, never, O1, string, P1>
      Description: F<string | null, string, O3, string, P5>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  SalesStageSetup: {
    required: 'SalesProcessSetupKey' | 'Description'
    fields: {
      Key: F<string, never, O1, string, P1>
      SalesProcessSetupKey: F<string | null, string, O1, string, P3>
      SalesProcessSetup: F<R | null, never, O1, string, P4, Model['SalesProcessSetup']['fields']>
      Description: F<string | null, string, O3, string, P5>
      ProbabilityClose: F<number | null, string | number, O2, number, P49>
      TargetAge: F<number | null, string | number, O2, number, P49>
      Sequence: F<number | null, string | number, O2, number, P49>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  SalesStage: {
    required: never
    fields: {
      Key: F<string, never, O1, string, P1>
      OpportunityKey: F<string | null, never, O1, string, P1>
      SalesStageSetupKey: F<string | null, never, O1, string, P1>
      Setup: F<R | null, never, O1, string, P4, Model['SalesStageSetup']['fields']>
      Description: F<string | null, never, O3, string, P6>
      DisplayValue: F<string | null, never, O3, string, P6>
      ProbabilityClose: F<number | null, never, O2, number, P29>
      TargetAge: F<number | null, never, O2, number, P29>
      Sequence: F<number | null, never, O2, number, P29>
      Age: F<number | null, never, O2, number, P29>
      Current: F<boolean | null, never, O1, boolean, P37>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  SalesTeam: {
    required: 'DisplayName'
    fields: {
      Key: F<string, never, O1, string, P1>
      DisplayName: F<string | null, string, O3, string, P5>
      Members: F<string, string, O5, string, P72, Model['User']['fields'], true>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  SecurityGroup: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      Members: F<string, string, O5, string, P16, Model['User']['fields'], true>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  SignIn: {
    required: never
    fields: {
      Key: F<string, never, O1, string, P1>
      Time: F<string | null, never, O2, string, P28>
      User: F<string | null, never, O1, string, P27, Model['User']['fields']>
      Outcome: F<K16 | null, never, O2, K16, P73>
      Reason: F<K17 | null, never, O2, K17, P74>
      Proofs: F<string | number | boolean, never, never, never, never, never, true>
      Application: F<string | null, never, O3, string, P6>
      Email: F<string | null, never, O2, string, P28>
      Address: F<string | null, never, O2, string, P28>
      Agent: F<string | null, never, O2, string, P28>
      NewDevice: F<boolean | null, never, O1, boolean, P37>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Tag: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      Color: F<K18 | null, K18, O2, K18, P75>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Task: {
    required: 'Activity' | 'DateTime'
    fields: {
      Key: F<string, never, O1, string, P1>
      Activity: F<string | null, string, O3, string, P7>
      DateTime: F<string | null, string, O2, string, P17>
      AbEntryKey: F<string | null, string, O1, string, P3>
      AbEntry: F<R | null, never, O1, string, P4, Model['AbEntry']['fields']>
      LeadKey: F<string | null, string, O1, string, P3>
      Lead: F<R | null, never, O1, string, P4, Model['Lead']['fields']>
      WithKey: F<string | null, string, O1, string, P32>
      With: F<R | null, never, O1, string, P33>
      AssignedTo: F<string | null, string, O1, string, P16, Model['User']['fields']>
      Priority: F<string | number | null, string | number, O2, string | number, P19>
      Status: F<string | number | null, string | number, O2, string | number, P19>
      Completed: F<boolean | null, boolean, O1, boolean, P9>
      CompletionDate: F<string | null, never, O2, string, P28>
      CompletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      Alarm: F<boolean | null, boolean, O1, boolean, P9>
      SnoozeUntil: F<string | null, string, O2, string, P17>
      IconType: F<K19 | null, K19, O2, K19, P76>
      Category: F<string | number | null, string | number, O2, string | number, P19>
      Result: F<string | number | null, string | number, O2, string | number, P19>
      Recurrence: F<object | null, string | number, never, never, P77>
      RecurrenceType: F<K2 | null, never, O2, K2, P31>
      RecurrenceKey: F<string | null, never, O1, string, P1>
      ActionPlanKey: F<string | number | boolean | null, never>
      WorkflowKey: F<string | null, never, O1, string, P1>
      WorkflowTaskTemplateKey: F<string | null, never, O1, string, P1>
      WorkflowInstanceKey: F<string | null, never, O1, string, P1>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Territory: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      AccountManager: F<string | null, string, O1, string, P16, Model['User']['fields']>
      Active: F<boolean | null, boolean, O1, boolean, P9>
      SortOrder: F<number | null, string | number, O2, number, P49>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  User: {
    required: 'Uid' | 'LastName' | 'Email'
    fields: {
      Key: F<string, never, O1, string, P26>
      Uid: F<string | null, string, O2, string>
      FirstName: F<string | null, string, O3, string, P5>
      LastName: F<string | null, string, O3, string, P5>
      DisplayName: F<string | null, string, O3, string, P5>
      Email: F<string | null, string, O3, string, P12>
      UserName: F<string | null, string, O3, string, P5>
      Enabled: F<boolean | null, boolean, O1, boolean, P9>
      Admin: F<boolean | null, boolean, O1, boolean, P9>
      Culture: F<string | null, string, O2, string, P17>
      TimeZone: F<string | null, string, O2, string, P17>
      NotificationMail: F<K20 | null, K20, O2, K20, P78>
      Groups: F<string, string, O5, string, P23, Model['SecurityGroup']['fields'], true>
      Manager: F<string | null, string, O1, string, P16, Model['User']['fields']>
      Successor: F<string | null, string, O1, string, P16, Model['User']['fields']>
      SsoOnly: F<boolean | null, boolean, O1, boolean, P9>
      Permissions: F<object | null, never, never, never, P80>
      Password: F<never | null, string | number>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  View: {
    required: 'Entity' | 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      Entity: F<string | null, string, O2, string, P17>
      Name: F<string | null, string, O3, string, P5>
      Description: F<string | null, string, O3, string, P5>
      Columns: F<object, unknown, never, never, P81, never, true>
      Criteria: F<string | number | boolean | null, string | number>
      OrderBy: F<string | number | boolean, unknown, never, never, never, never, true>
      Layout: F<string | number | boolean | null, string | number>
      Shared: F<boolean | null, boolean, O1, boolean, P9>
      Locked: F<boolean | null, boolean, O1, boolean, P9>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  WorkflowAction: {
    required: 'ParentWorkflowKey' | 'Action'
    fields: {
      Key: F<string, never, O1, string, P1>
      ParentWorkflowKey: F<string | null, string, O1, string, P32>
      Action: F<K21 | null, K21, O2, K21, P82>
      Conditions: F<string | number | boolean | null, string | number>
      Operations: F<object, unknown, never, never, P83, never, true>
      MailTemplateKey: F<string | null, string, O1, string, P3>
      MailTo: F<string | null, string, O3, string, P5>
      Url: F<string | null, string, O2, string, P17>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  WorkflowDelivery: {
    required: never
    fields: {
      Key: F<string, never, O1, string, P1>
      Kind: F<K22 | null, never, O2, K22, P84>
      Status: F<K23 | null, never, O2, K23, P85>
      WorkflowActionKey: F<string | null, never, O1, string, P1>
      WorkflowInstanceKey: F<string | null, never, O1, string, P1>
      WorkflowInstance: F<R | null, never, O1, string, P4, Model['WorkflowInstance']['fields']>
      ParentKey: F<string | null, never, O1, string, P56>
      Recipient: F<string | null, never, O3, string, P6>
      Subject: F<string | null, never, O3, string, P6>
      Body: F<string | null, never, O2, string, P28>
      Attempts: F<number | null, never, O2, number, P29>
      NextAttempt: F<string | null, never, O2, string, P28>
      LastAttempt: F<string | null, never, O2, string, P28>
      HttpStatus: F<number | null, never, O2, number, P29>
      Response: F<string | null, never, O2, string, P28>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  WorkflowInstance: {
    required: never
    fields: {
      Key: F<string, never, O1, string, P1>
      WorkflowKey: F<string | null, never, O1, string, P1>
      Workflow: F<R | null, never, O1, string, P4, Model['Workflow']['fields']>
      WorkflowStageKey: F<string | null, never, O1, string, P1>
      WorkflowStage: F<R | null, never, O1, string, P4, Model['WorkflowStage']['fields']>
      WorkflowTaskTemplateKey: F<string | null, never, O1, string, P1>
      WorkflowTaskTemplate: F<R | null, never, O1, string, P4, Model['WorkflowTaskTemplate']['fields']>
      ParentKey: F<string | null, never, O1, string, P56>
      WithKey: F<string | null, never, O1, string, P56>
      DisplayValue: F<string | null, never, O3, string, P6>
      TriggerKey: F<string | null, never, O1, string, P1>
      Status: F<K24 | null, never, O2, K24, P86>
      Reason: F<string | null, never, O3, string, P6>
      Completed: F<boolean | null, never, O1, boolean, P37>
      CompletionDate: F<string | null, never, O2, string, P28>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  WorkflowStage: {
    required: 'WorkflowKey' | 'Name' | 'Sequence'
    fields: {
      Key: F<string, never, O1, string, P1>
      WorkflowKey: F<string | null, string, O1, string, P3>
      Workflow: F<R | null, never, O1, string, P4, Model['Workflow']['fields']>
      Name: F<string | null, string, O3, string, P5>
      Description: F<string | null, string, O3, string, P5>
      Sequence: F<number | null, string | number, O2, number, P49>
      IsSequential: F<boolean | null, boolean, O1, boolean, P9>
      TAG: F<string | null, string, O3, string, P5>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  WorkflowTaskTemplate: {
    required: 'WorkflowKey' | 'Sequence' | 'Subject'
    fields: {
      Key: F<string, never, O1, string, P1>
      WorkflowKey: F<string | null, string, O1, string, P32>
      Sequence: F<number | null, string | number, O2, number, P49>
      Subject: F<string | null, string, O3, string, P5>
      AssignedToExpression: F<string | null, string, O3, string, P5>
      Priority: F<string | number | null, string | number, O2, string | number, P19>
      IconType: F<K19 | null, K19, O2, K19, P76>
      Category: F<string | number | null, string | number, O2, string | number, P19>
      DateOffsetUnit: F<K25 | null, K25, O2, K25, P87>
      DateOffsetValue: F<number | null, string | number, O2, number, P49>
      AlarmOffsetUnit: F<K25 | null, K25, O2, K25, P87>
      AlarmOffsetValue: F<number | null, string | number, O2, number, P49>
      Time: F<string | null, string, O2, string, P17>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Workflow: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, string, P1>
      Name: F<string | null, string, O3, string, P5>
      Description: F<string | null, string, O3, string, P5>
      TAG: F<string | null, string, O3, string, P5>
      IsSequential: F<boolean | null, boolean, O1, boolean, P9>
      HasStages: F<boolean | null, boolean, O1, boolean, P9>
      Inactive: F<boolean | null, boolean, O1, boolean, P9>
      EntityType: F<K7 | null, K7, O2, K7, P46>
      Owner: F<string | null, string, O1, string, P16, Model['User']['fields']>
      ExternalKeys: F<object, string | number, never, never, P24, never, true>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  History: {
    required: never
    fields: {
      Key: F<string, never, O1, string, P1>
      ParentKey: F<string | null, never, O1, string, P56>
      DateTime: F<string | null, never, O2, string, P28>
      User: F<string | null, never, O1, string, P27, Model['User']['fields']>
      Application: F<string | null, never, O3, string, P6>
      Operation: F<K26 | null, never, O2, K26, P88>
      Changes: F<object, never, never, never, P89, never, true>
      Cause: F<object | null, never, O1, string, P90>
      DisplayValue: F<string | null, never, O3, string, P6>
      SecStatus: F<string | null, never, never, never, P25>
      Creator: F<string | null, never, O1, string, P27, Model['User']['fields']>
      CreationDate: F<string | null, never, O2, string, P28>
      ModifiedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, string, P28>
      Version: F<number, never, O2, number, P29>
      DeletedDate: F<string | null, never, O2, string, P28>
      DeletedBy: F<string | null, never, O1, string, P27, Model['User']['fields']>
    }
  }
  Schema: {
    required: never
    fields: {
      Key: F<string | null, string, O6, string>
      Alias: F<readonly string[] | null, never, O6, string>
      Type: F<string | null, string, O3, string, P6>
      Name: F<string | null, string, O3, string, P6>
      AppliesTo: F<readonly string[] | null, readonly string[], O6, string>
      Sortable: F<boolean | null, never, O1, boolean, P37>
      Nullable: F<boolean | null, never, O1, boolean, P37>
      Assignable: F<boolean | null, never, O1, boolean, P37>
      Queryable: F<readonly string[] | null, never, O6, string>
      Mandatory: F<boolean | object | null, boolean | object, O1, boolean>
      Attributes: F<object | null, object>
      HasOption: F<boolean | null, never, O1, boolean, P37>
      DisplayValue: F<string | null, never, O3, string, P6>
      Inactive: F<boolean | null, boolean, O1, boolean, P37>
      Description: F<string | null, string, O3, string, P6>
      TAG: F<string | null, string, O3, string, P6>
      Folder: F<string | null, string, O3, string, P6>
      RequestedBy: F<string | null, string, O3, string, P6>
      Formula: F<string | null, never, O3, string, P6>
      ReadOnly: F<boolean | null, never, O1, boolean, P37>
      AlwaysMandatory: F<boolean | null, boolean, O1, boolean, P37>
      Items: F<object, readonly object[], never, never, P91, never, true>
    }
  }
}
