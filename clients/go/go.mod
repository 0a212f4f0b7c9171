module github.com/content-intelligence/content-intelligence-service/clients/go

go 1.22
