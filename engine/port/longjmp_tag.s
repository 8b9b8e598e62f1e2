# The tag of the exception that longjmp throws. Its one value is the address of what it carries.
	.tagtype	__c_longjmp i32
	.globl	__c_longjmp
__c_longjmp:
